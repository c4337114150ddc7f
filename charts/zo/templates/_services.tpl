{{/*
What each service is: whom it is called by and calls, which engines and secrets it needs. Everything else they have in common (charts/lib).
Engines: names of networkPolicy.engines. `keys`: files of the keys' Secret it may read.
*/}}
{{- define "zo.services" -}}
{{- $names := dict -}}
{{- range list "accounts" "files" "uploads" "chat" "compute" "zo" "channels" "connections" }}{{ $_ := set $names . (printf "http://%s-%s" $.Release.Name .) }}{{ end -}}
gateway:
  public: true
  calls: [accounts, files, uploads, chat, compute, zo, channels, connections]
  engines: {{ include "zo.engines" (list . "redis" "objects") }}
  keys: [internal-token.pem]
  secrets: {{- include "zo.engineSecrets" . | nindent 4 }}
  env:
    # Its own configuration asks for an address; it opens no connection.
    DATABASE_URL: postgres://none@none/none
    ZO_PROXIES: {{ ternary .Values.route.proxies 0 .Values.route.enabled }}
    ZO_ACCOUNTS_URL: {{ $names.accounts }}:8081
    ZO_ACCOUNTS_HTTP_URL: {{ $names.accounts }}:8080
    ZO_FILES_URL: {{ $names.files }}:8080
    ZO_UPLOADS_URL: {{ $names.uploads }}:8080
    ZO_CHAT_URL: {{ $names.chat }}:8080
    ZO_COMPUTE_HTTP_URL: {{ $names.compute }}:8080
    ZO_ZO_HTTP_URL: {{ $names.zo }}:8080
    ZO_CHANNELS_HTTP_URL: {{ $names.channels }}:8080
    ZO_CONNECTIONS_HTTP_URL: {{ $names.connections }}:8080
accounts:
  rpc: true
  # Administrators, by way of the API server (kubectl zo), which says who they are and what they may.
  admin: true
  clusterApi: true
  callers: [gateway, channels]
  engines: {{ include "zo.engines" (list . "database" "redis" "kafka" "objects") }}
  keys: [internal-token.pem]
  env: {ZO_ADMIN_PORT: 8082}
  secrets: {{- include "zo.databaseSecret" (dict "root" . "service" "accounts") | nindent 4 }}
    {{- include "zo.engineSecrets" . | nindent 4 }}
    - {env: ZO_CLAIM_TOKEN, secret: {{ .Values.keys.existingSecret }}, key: claim-token}
    {{- with .Values.owner.existingSecret }}
    - {env: ZO_OWNER_EMAIL, secret: {{ . }}, key: email}
    - {env: ZO_OWNER_PASSWORD, secret: {{ . }}, key: password}
    - {env: ZO_OWNER_HANDLE, secret: {{ . }}, key: handle}
    {{- end }}
files: {{- include "zo.caller" (dict "root" . "service" "files" "compute" $names.compute) | nindent 2 }}
  # Folders on machines of people.
  reachesMachines: true
uploads: {{- include "zo.caller" (dict "root" . "service" "uploads" "compute" $names.compute) | nindent 2 }}
  # Uploads to machines of people.
  reachesMachines: true
chat: {{- include "zo.caller" (dict "root" . "service" "chat" "compute" $names.compute "zo" $names.zo "channels" $names.channels "connections" $names.connections) | nindent 2 }}
  rpc: true
  # Models of providers.
  internet: true
  # Commands on machines of people.
  reachesMachines: true
  consumes: [files.events.v1, zo.events.v1, channels.events.v1]
compute:
  rpc: true
  callers: [gateway, files, uploads, chat, zo, channels, connections]
  callsAgents: true
  # Agents register on a port of their own.
  receivesRegistrations: true
  # Its replicas reach the machines of people through the one that a machine is linked to.
  linksMachines: true
  reachesMachines: true
  clusterApi: true
  consumes: [accounts.events.v1]
  engines: {{ include "zo.engines" (list . "database" "redis" "kafka" "objects") }}
  keys: [internal-token.pem]
  secrets: {{- include "zo.databaseSecret" (dict "root" . "service" "compute") | nindent 4 }}
    {{- include "zo.engineSecrets" . | nindent 4 }}
  env:
    ZO_COMPUTER_DRIVER: kubernetes
    ZO_REGISTRATION_PORT: 8083
    ZO_MACHINE_PORTS: 20000-20999
    ZO_COMPUTER_NAMESPACES: {{ .Values.computers.namespaces }}
    ZO_COMPUTER_PLAN: {{ .Values.computers.plan }}
    ZO_IDLE_MINUTES: {{ .Values.computers.idleMinutes }}
zo:
  rpc: true
  callers: [gateway, chat]
  # Files of routines.
  calls: [compute]
  callsAgents: true
  consumes: [chat.events.v1]
  env: {ZO_COMPUTE_URL: "{{ $names.compute }}:8081"}
  engines: {{ include "zo.engines" (list . "database" "redis" "kafka" "objects") }}
  keys: [internal-token.pem, provider-keys.key]
  secrets: {{- include "zo.databaseSecret" (dict "root" . "service" "zo") | nindent 4 }}
    {{- include "zo.engineSecrets" . | nindent 4 }}
channels:
  rpc: true
  callers: [gateway, chat]
  # Attachments; whose address it is; the answers to messages.
  calls: [compute, accounts, chat]
  callsAgents: true
  # Telegram, push services, the text provider; mail servers.
  internet: true
  sendsMail: true
  receivesMail: {{ .Values.mail.enabled }}
  mailTlsSecret: {{ .Values.mail.tlsSecret | quote }}
  consumes: [accounts.events.v1, chat.events.v1]
  env:
    {{- if .Values.mail.enabled }}
    ZO_MAIL_DOMAIN: {{ .Values.mail.domain }}
    ZO_SMTP_PORT: 2525
    ZO_SMTP_LISTEN: 0.0.0.0
    {{- with .Values.mail.tlsSecret }}
    ZO_SMTP_CERT: /var/lib/zo/mail/tls.crt
    ZO_SMTP_KEY: /var/lib/zo/mail/tls.key
    {{- end }}
    {{- else }}
    ZO_SMTP_PORT: 0
    {{- end }}
    ZO_COMPUTE_URL: {{ $names.compute }}:8081
    ZO_ACCOUNTS_URL: {{ $names.accounts }}:8081
    ZO_CHAT_RPC_URL: {{ $names.chat }}:8081
  engines: {{ include "zo.engines" (list . "database" "redis" "kafka" "objects") }}
  keys: [internal-token.pem, provider-keys.key]
  secrets: {{- include "zo.databaseSecret" (dict "root" . "service" "channels") | nindent 4 }}
    {{- include "zo.engineSecrets" . | nindent 4 }}
connections: {{- include "zo.caller" (dict "root" . "service" "connections" "compute" $names.compute "callers" (list "chat")) | nindent 2 }}
  rpc: true
  # Apps of users.
  internet: true
compute-operator:
  # One leads, the others wait: more of them do not do more.
  fixedReplicas: true
  clusterApi: true
  # Backups of homes pass through it, from agents to the object store and back.
  callsAgents: true
  engines: {{ include "zo.engines" (list . "objects") }}
  keys: []
  secrets: {{- include "zo.objectsSecret" . | nindent 4 }}
  env:
    ZO_COMPUTER_IMAGE: {{ .Values.computers.image | quote }}
    {{- with .Values.computers.canaryImage }}
    ZO_COMPUTER_IMAGE_CANARY: {{ . | quote }}
    {{- end }}
    ZO_PLATFORM_NAMESPACE: {{ .Release.Namespace }}
    ZO_REGISTRATION_URL: {{ $names.compute }}.{{ .Release.Namespace }}.svc:8083/registrations
{{- end }}

{{/* Services that work on the files of computers. */}}
{{- define "zo.caller" -}}
callers: [gateway{{ if .channels }}, channels{{ end }}{{ range .callers }}, {{ . }}{{ end }}]
calls: [compute{{ if .zo }}, zo{{ end }}{{ if .channels }}, channels{{ end }}{{ if .connections }}, connections{{ end }}]
callsAgents: true
engines: {{ include "zo.engines" (list .root "database" "redis" "kafka" "objects") }}
keys: [internal-token.pem{{ if has .service (list "chat" "connections") }}, provider-keys.key{{ end }}]
secrets: {{- include "zo.databaseSecret" . | nindent 2 }}
  {{- include "zo.engineSecrets" .root | nindent 2 }}
env: {ZO_COMPUTE_URL: "{{ .compute }}:8081"{{ with .zo }}, ZO_ZO_URL: "{{ . }}:8081"{{ end }}{{ with .channels }}, ZO_CHANNELS_URL: "{{ . }}:8081"{{ end }}{{ with .connections }}, ZO_CONNECTIONS_URL: "{{ . }}:8081"{{ end }}}
{{- end }}

{{/* Of these, the ones this installation has. */}}
{{- define "zo.engines" -}}
{{- $values := (first .).Values -}}
{{- $none := list -}}
{{- if not $values.kafka.brokers }}{{ $none = append $none "kafka" }}{{ end -}}
{{- if not $values.objects.endpoint }}{{ $none = append $none "objects" }}{{ end -}}
{{- $own := list -}}
{{- range rest . }}{{ if not (has . $none) }}{{ $own = append $own . }}{{ end }}{{ end -}}
{{ toJson $own }}
{{- end }}

{{- define "zo.databaseSecret" -}}
- {env: DATABASE_URL, secret: {{ .root.Values.database.existingSecret }}, key: {{ .root.Values.database.urlKey | replace "{service}" .service | quote }}}
{{- end }}

{{- define "zo.engineSecrets" -}}
- {env: REDIS_URL, secret: {{ .Values.redis.existingSecret }}, key: {{ .Values.redis.urlKey }}}
{{- with .Values.kafka }}
{{- if .tls.caSecret }}
- {env: KAFKA_CA, secret: {{ .tls.caSecret }}, key: {{ .tls.caKey }}}
{{- end }}
{{- if .sasl.mechanism }}
- {env: KAFKA_PASSWORD, secret: {{ .sasl.existingSecret }}, key: {{ .sasl.passwordKey }}}
{{- end }}
{{- end }}
{{ include "zo.objectsSecret" . }}
{{- end }}

{{- define "zo.objectsSecret" -}}
{{- with .Values.objects }}
{{- if .endpoint }}
- {env: S3_ACCESS_KEY_ID, secret: {{ .existingSecret }}, key: {{ .accessKeyIdKey }}}
- {env: S3_SECRET_ACCESS_KEY, secret: {{ .existingSecret }}, key: {{ .secretAccessKeyKey }}}
{{- end }}
{{- end }}
{{- end }}

{{/* Connections of each process: as many as Postgres has for all of them at most, those of a rollout included, less the one that listens. */}}
{{- define "zo.databasePool" -}}
{{- $most := int (.Values.database.maxConnections | default 100) -}}
{{- $processes := 0 -}}
{{- range list "accounts" "files" "uploads" "chat" "compute" "zo" "channels" "connections" -}}
{{- $own := get $.Values.services . -}}
{{- $replicas := int (ternary $own.replicas ($own.autoscaling | default dict).max (eq $.Values.autoscaling.kind "none")) -}}
{{- $processes = add $processes $replicas (div (add $replicas 3) 4) -}}
{{- end -}}
{{- /* Some are for migrations, backups and who administers it. */ -}}
{{- $each := sub (div (sub $most 15) $processes) 1 -}}
{{- if lt (int $each) 3 }}{{ fail (printf "%d processes of services at most share %d connections to Postgres, which is not enough: set max_connections of Postgres and database.maxConnections to %d or more, or autoscaling.max of the services to less" $processes $most (add 15 (mul 4 $processes))) }}{{ end -}}
{{- min $each 10 -}}
{{- end }}
