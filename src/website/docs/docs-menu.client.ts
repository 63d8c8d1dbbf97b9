// Scrolls the menu to the current page where it is longer than the window.
const menu = document.querySelector<HTMLElement>('.doc-left')
const current = menu?.querySelector<HTMLElement>('.doc-fixed [aria-current]')
if (menu && current && current.getBoundingClientRect().bottom > menu.getBoundingClientRect().bottom) {
  menu.scrollTop = current.offsetTop - menu.offsetTop - menu.clientHeight / 2
}

export {}
