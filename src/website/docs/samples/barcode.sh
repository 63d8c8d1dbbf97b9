# Looks up a food by barcode. The API returns 404 for an unknown barcode, which makes curl fail.
if food=$(curl --fail --silent 'http://localhost:8080/barcode/051500255162'); then
  echo "$food" | jq --raw-output '"\(.name) (\(.barcode))"'
else
  echo 'Barcode not found.'
fi
