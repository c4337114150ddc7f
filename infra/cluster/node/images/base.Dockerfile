FROM scratch
COPY . /
