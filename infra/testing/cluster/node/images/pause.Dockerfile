FROM scratch
COPY busybox /bin/sleep
CMD ["/bin/sleep", "2147483"]
