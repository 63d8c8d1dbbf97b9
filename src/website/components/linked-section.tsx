import type { ComponentChildren } from 'preact'

/** A section of a page that links to more of the same. */
export function LinkedSection(props: {
  class: string
  title: string
  href: string
  more: string
  children: ComponentChildren
}) {
  return (
    <section class={props.class}>
      <div class="between">
        <h2>{props.title}</h2>
        <a class="more" href={props.href}>
          {props.more}
        </a>
      </div>
      {props.children}
    </section>
  )
}
