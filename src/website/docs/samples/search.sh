# Prints name, brand and energy of the top five results for "whole milk".
curl --fail --silent --get 'http://localhost:8080/search' \
  --data-urlencode 'q=whole milk' --data-urlencode 'limit=5' |
  jq --raw-output '.[] | "\(.name), \(.brand // "no brand"): \(.calories_kcal // "unknown") kcal"'
