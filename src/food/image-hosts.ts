// Hosts that are known to serve images of foods. Any other address may become an advertisement or worse. The importer
// accepts images only from them, and the website allows browsers to load images only from them.

/** With their subdomains. The demo catalog and the examples of the API reference use images.example, which does not exist. */
export const imageHosts = ['openfoodfacts.org', 'images.example']

/** For `img-src` of a Content-Security-Policy. */
export const imageSources = imageHosts.flatMap(host => [`https://${host}`, `https://*.${host}`]).join(' ')
