# Builds ffmpeg and ffprobe from Debian's sources into a folder, for the Dockerfile: what api/src/features/videos reads and writes, and every
# codec that ffmpeg decodes by itself. A format or filter that the site starts to use has to be added here; `npm run test:package` encodes a
# video with the result.
set -e
folder=$1
mkdir -p /tmp/ffmpeg
cd /tmp/ffmpeg
apt-get source ffmpeg
cd ffmpeg-*/
# Formats: MP4 and MOV, WebM and MKV, AVI, MPEG-TS, Ogg, and the site's own HLS. Raw images and sounds are for tests.
./configure --prefix=/usr --enable-gpl --enable-shared --disable-static --disable-autodetect --disable-debug --disable-doc --disable-ffplay \
  --disable-avdevice --disable-network --disable-everything --enable-zlib --enable-libx264 --enable-libdav1d \
  --enable-decoders --disable-decoder=av1 --enable-parsers --enable-bsfs --enable-protocol=file,pipe \
  --enable-demuxer=mov,matroska,avi,mpegts,ogg,hls,rawvideo,pcm_s16le --enable-muxer=hls,mp4,image2 --enable-encoder=libx264,aac,mjpeg \
  --enable-filter=fps,split,scale,setsar,format,select,aresample,aformat,transpose,hflip,vflip,rotate,trim,atrim
make -j"$(nproc)"
make install DESTDIR="$folder"
rm -rf "$folder/usr/include" "$folder/usr/lib/pkgconfig" "$folder/usr/share" /tmp/ffmpeg
