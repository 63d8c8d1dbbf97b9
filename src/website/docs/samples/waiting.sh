# Up to five times again. curl waits as long as Retry-After says, by itself.
curl --fail --silent --retry 5 'http://localhost:8080/foods/categories' |
  jq --raw-output '.[0].category'
