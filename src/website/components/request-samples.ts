// Code that requests a URL and prints the response, in each language of the documentation.
import type { CodeTab } from './code-tabs.tsx'

export function requestSamples(url: string): { tab: CodeTab; text: string }[] {
  // The only character of a URL that could end a quoted text.
  const quoted = url.replaceAll("'", '%27')
  return [
    { tab: 'curl', text: `curl '${quoted}'` },
    {
      tab: 'js',
      text: `const response = await fetch('${quoted}')
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)
console.log(await response.json())`,
    },
    {
      tab: 'py',
      text: `import json
from urllib.request import urlopen

with urlopen("${quoted}") as response:
    print(json.load(response))`,
    },
    {
      tab: 'swift',
      text: `import Foundation

let url = URL(string: "${quoted}")!
let (body, _) = try await URLSession.shared.data(from: url)
print(String(decoding: body, as: UTF8.self))`,
    },
    {
      tab: 'kt',
      text: `import java.net.URI

fun main() {
    println(URI("${quoted}").toURL().readText())
}`,
    },
  ]
}
