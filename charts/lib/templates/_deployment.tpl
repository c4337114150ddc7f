{{- define "lib.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata: {{- include "lib.metadata" . | nindent 2 }}
spec:
  {{- if eq .root.Values.autoscaling.kind "none" | or .facts.fixedReplicas }}
  replicas: {{ .own.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  # The new one first: a service is never away because a release is rolled out.
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  selector: {matchLabels: {{ include "lib.selectorFlow" . }}}
  template:
    metadata:
      labels:
        {{- include "lib.selector" . | nindent 8 }}
        app.kubernetes.io/name: zo
        {{- if .facts.callsAgents }}
        compute.zo.internal/may-call-agents: "true"
        {{- end }}
      annotations:
        zo.internal/config-checksum: {{ include (print .root.Template.BasePath "/config.yaml") .root | sha256sum }}
        {{- with .own.podAnnotations }}{{ toYaml . | nindent 8 }}{{ end }}
    spec: {{- include "lib.podSpec" . | nindent 6 }}
{{- end }}

{{- define "lib.podSpec" -}}
serviceAccountName: {{ include "lib.fullname" . }}
automountServiceAccountToken: false
enableServiceLinks: false
# Longer than the pause before the end (5 s) and the time a service takes to drain and to finish what has begun (25 s).
terminationGracePeriodSeconds: 40
{{- with include "lib.placement" . | trim }}
{{ . }}
{{- end }}
securityContext: {{- include "lib.podSecurity" . | nindent 2 }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: {matchLabels: {{ include "lib.selectorFlow" $ }}}
  {{- end }}
containers:
  - name: {{ .name }}
    {{- include "lib.container" . | nindent 4 }}
    ports:
      - {name: http, containerPort: 8080}
      {{- if .facts.rpc }}
      - {name: rpc, containerPort: 8081}
      {{- end }}
      {{- if .root.Values.monitoring.enabled }}
      - {name: metrics, containerPort: 9464}
      {{- end }}
      {{- if .facts.admin }}
      - {name: admin, containerPort: 8082}
      {{- end }}
      {{- if .facts.receivesRegistrations }}
      - {name: registration, containerPort: 8083}
      {{- end }}
      {{- if .facts.receivesMail }}
      - {name: smtp, containerPort: 2525}
      {{- end }}
    {{- include "lib.probes" . | nindent 4 }}
    resources: {{- toYaml .own.resources | nindent 6 }}
volumes: {{- include "lib.volumes" . | nindent 2 }}
{{- end }}

{{/* Started: it listens. Ready: it can serve now. Alive: the process itself still answers; engines that are away are no reason to start it anew. */}}
{{- define "lib.probes" -}}
startupProbe: {httpGet: {path: /livez, port: http}, periodSeconds: 2, failureThreshold: 90}
readinessProbe: {httpGet: {path: /healthz, port: http}, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2}
livenessProbe: {httpGet: {path: /livez, port: http}, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6}
# Until every proxy has heard that this pod is about to go.
lifecycle: {preStop: {sleep: {seconds: 5}}}
{{- end }}

{{- define "lib.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata: {{- include "lib.metadata" . | nindent 2 }}
automountServiceAccountToken: false
{{- end }}
