# Assay for a browser on the machine that runs the container. docs/command-line.md says how to run it.
FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci && npm run package

FROM node:24-slim
COPY --from=build /source/dist/assay-eval-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/assay-eval-*.tgz \
  && rm -r /tmp/assay-eval-*.tgz /root/.npm \
  && assay demo \
  && mkdir -p /data/projects && chown -R node:node /data
# Nothing runs as root; projects and preferences lie in the volume.
USER node
ENV ASSAY_DATA_DIR=/data
WORKDIR /data/projects
VOLUME /data
EXPOSE 7321
ENTRYPOINT ["assay"]
# Inside its own network the container must be reachable; outside only what `docker run --publish` names is.
CMD ["serve", "--bind", "0.0.0.0", "--port", "7321", "--allow-network"]
