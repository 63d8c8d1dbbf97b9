# Retries up to five times. curl waits as long as the Retry-After header says.
curl --fail --silent --retry 5 'http://localhost:8080/foods/categories' |
  jq --raw-output '.[0].category'
