# The same product: as printed (UPC-A), as EAN-13, as GTIN-14, with spaces.
for code in 015887170128 0015887170128 00015887170128 0%2015887%2017012%208; do
  curl --fail --silent "http://localhost:8080/barcode/$code" |
    jq --raw-output '"\(.barcode) \(.name)"'
done
