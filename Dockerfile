# The image of Larder: `docker build -t larder --build-arg REVISION=$(git rev-parse HEAD) .`
FROM node:24-bookworm-slim AS build
WORKDIR /larder
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/package.json
COPY packages/mcp/package.json packages/mcp/package.json
COPY packages/off-adapter/package.json packages/off-adapter/package.json
COPY packages/portions/package.json packages/portions/package.json
RUN npm ci
COPY tsconfig.json tsconfig.client.json ./
COPY scripts/build.ts scripts/build.ts
COPY packages packages
COPY src src
COPY data data
# Shown by `larder --version`; .git is not part of the build context.
ARG REVISION
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /larder
ENV NODE_ENV=production WORKERS=auto DOWNLOADS_DIR=/downloads PACKS_DIR=/packs API_HOST=0.0.0.0 WEB_HOST=0.0.0.0 MANAGEMENT_HOST=0.0.0.0
COPY --from=build /larder/node_modules node_modules
COPY --from=build /larder/dist dist
COPY --from=build /larder/packages packages
COPY package.json openapi.json CHANGELOG.md LICENSE NOTICE ./
COPY bin bin
COPY scripts/env.sh scripts/env.sh
COPY sql sql
COPY data data
COPY examples examples
# For larder bootstrap and larder export. A volume that is mounted there gets its owner.
RUN mkdir /downloads /packs && chown node:node /downloads /packs
USER node
EXPOSE 8080 8081
CMD ["bin/larder", "serve"]
