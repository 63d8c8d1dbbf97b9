curl --silent --get http://localhost:8090/api/v2/product/051500255162 \
  --data fields=product_name,brands,nutriments.salt_100g |
  jq .product
