# The same product: as printed (UPC-A), as EAN-13, as GTIN-14, with spaces.
for code in 051500255162 0051500255162 00051500255162 0%2051500%2025516%202; do
  curl --fail --silent "http://localhost:8080/barcode/$code" |
    jq --raw-output '"\(.barcode) \(.name)"'
done
