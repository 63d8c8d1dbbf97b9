// Hosts that are known to serve images of foods. Any other address may become an advertisement or worse. The importer
// accepts images only from them, and the website allows browsers to load images only from them.

/** The foods of tests and the examples of the API reference use images.example, which does not exist. */
const knownHosts = ['openfoodfacts.org', 'images.example']

/** With their subdomains. */
export const imageHosts = (operatorHosts: readonly string[]): string[] => [...knownHosts, ...operatorHosts]

/** For `img-src` of a Content-Security-Policy. */
export const imageSources = (operatorHosts: readonly string[]): string =>
  imageHosts(operatorHosts)
    .flatMap(host => [`https://${host}`, `https://*.${host}`])
    .join(' ')
