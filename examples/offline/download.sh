# Download the SQLite pack of this website, check it and decompress it.
packs='http://localhost:8081/packs'
curl --fail --silent "$packs/packs.json" |
  jq --raw-output '.packs[] | "\(.sha256)  \(.url)"' |
  head -n 1 > pack.sha256
file=$(cut -d ' ' -f 3 pack.sha256)
curl --fail --silent --remote-name "$packs/$file"
sha256sum --check --quiet pack.sha256 && gunzip -c "$file" > foods.sqlite
