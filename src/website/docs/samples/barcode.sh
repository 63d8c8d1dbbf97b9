# The food with this barcode. A code that nobody has is 404, and curl fails.
if food=$(curl --fail --silent 'http://localhost:8080/barcode/015887170128'); then
  echo "$food" | jq --raw-output '"\(.name) (\(.barcode))"'
else
  echo 'No food has this barcode.'
fi
