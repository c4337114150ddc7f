{{- define "lib.service" -}}
apiVersion: v1
kind: Service
metadata: {{- include "lib.metadata" . | nindent 2 }}
spec:
  type: {{ .own.serviceType | default "ClusterIP" }}
  selector: {{- include "lib.selector" . | nindent 4 }}
  ports:
    - {name: http, port: 8080, targetPort: http, appProtocol: http{{ with .own.nodePort }}, nodePort: {{ . }}{{ end }}}
    {{- if .facts.rpc }}
    - {name: rpc, port: 8081, targetPort: rpc, appProtocol: kubernetes.io/h2c}
    {{- end }}
    {{- if .facts.admin }}
    - {name: admin, port: 8082, targetPort: admin, appProtocol: http}
    {{- end }}
    {{- if .facts.receivesRegistrations }}
    - {name: registration, port: 8083, targetPort: registration, appProtocol: http}
    {{- end }}
{{- end }}

{{/* In: from those who call it. Out: names, those it calls, the engines, and what else it is for. */}}
{{- define "lib.networkPolicy" -}}
{{- $policy := .root.Values.networkPolicy -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {{- include "lib.metadata" . | nindent 2 }}
spec:
  podSelector: {matchLabels: {{ include "lib.selectorFlow" . }}}
  policyTypes: [Ingress, Egress]
  {{- if or .facts.public .facts.callers .root.Values.monitoring.enabled }}
  ingress:
    {{- if .root.Values.monitoring.enabled }}
    - ports: [{protocol: TCP, port: metrics}]
      {{- with .root.Values.monitoring.from }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- if .facts.admin }}
    - ports: [{protocol: TCP, port: admin}]
      {{- with $policy.clusterApi.to }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- if .facts.receivesRegistrations }}
    - ports: [{protocol: TCP, port: registration}]
      from: {{- include "lib.computers" . | nindent 8 }}
    {{- end }}
    {{- if .facts.linksMachines }}
    - ports: [{protocol: TCP, port: 20000, endPort: 20999}]
      from: {{- include "lib.peers" (dict "root" $.root "names" (list "compute" "chat" "files" "uploads")) | nindent 8 }}
    {{- end }}
    {{- if .facts.receivesMail }}
    - ports: [{protocol: TCP, port: smtp}]
      {{- with .root.Values.mail.from }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- if .facts.public }}
    - ports: [{protocol: TCP, port: http}]
      {{- with $policy.gatewayFrom }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- with .facts.callers }}
    - ports: [{protocol: TCP, port: http}{{ if $.facts.rpc }}, {protocol: TCP, port: rpc}{{ end }}]
      from: {{- include "lib.peers" (dict "root" $.root "names" .) | nindent 8 }}
    {{- end }}
  {{- end }}
  egress:
    - ports: {{ include "lib.dnsPorts" $policy }}
      {{- with $policy.dns }}
      to: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- if .facts.reachesMachines }}
    - ports: [{protocol: TCP, port: 20000, endPort: 20999}]
      to: {{- include "lib.peers" (dict "root" $.root "names" (list "compute")) | nindent 8 }}
    {{- end }}
    {{- with .facts.calls }}
    - ports: [{protocol: TCP, port: http}, {protocol: TCP, port: rpc}]
      to: {{- include "lib.peers" (dict "root" $.root "names" .) | nindent 8 }}
    {{- end }}
    {{- range .facts.engines }}
    {{- with get $policy.engines . }}
    - ports: {{- range .ports }}
        - {protocol: TCP, port: {{ . }}}
        {{- end }}
      {{- with .to }}
      to: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- end }}
    {{- with .root.Values.tracing.endpoint }}
    - ports: [{protocol: TCP, port: {{ regexFind "[0-9]+$" . }}}]
    {{- end }}
    {{- if .facts.callsAgents }}
    - ports: [{protocol: TCP, port: 7070}]
      to: {{- include "lib.computers" . | nindent 8 }}
    {{- end }}
    {{- if .facts.internet }}
    {{- with $policy.models }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    - to: {{- include "lib.internet" . | nindent 8 }}
      ports: [{protocol: TCP, port: 443}{{ if .facts.sendsMail }}{{ range list 25 465 587 }}, {protocol: TCP, port: {{ . }}}{{ end }}{{ end }}]
    {{- end }}
    {{- if .facts.clusterApi }}
    - ports: {{- range $policy.clusterApi.ports }}
        - {protocol: TCP, port: {{ . }}}
        {{- end }}
      {{- with $policy.clusterApi.to }}
      to: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
{{- end }}

{{- define "lib.peers" -}}
{{- range .names }}
- podSelector: {matchLabels: {{ include "lib.selectorFlow" (dict "root" $.root "name" .) }}}
{{- end }}
{{- end }}

{{/* The computers of people. */}}
{{- define "lib.computers" -}}
- namespaceSelector: {matchLabels: {compute.zo.internal/computers: "true"}}
  podSelector: {matchExpressions: [{key: compute.zo.internal/computer, operator: Exists}]}
{{- end }}

{{/* The internet: not machines, not the cluster, not the cloud's metadata. */}}
{{- define "lib.internet" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except: [10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, 169.254.0.0/16, 127.0.0.0/8, 0.0.0.0/8, 224.0.0.0/4, 240.0.0.0/4]
- ipBlock:
    cidr: ::/0
    except: ["fc00::/7", "fe80::/10", "::1/128", "64:ff9b::/96", "ff00::/8"]
{{- end }}

{{/* A service with everything that belongs to it. */}}
{{- define "lib.workload" -}}
---
{{ include "lib.serviceAccount" . }}
---
{{ include "lib.deployment" . }}
---
{{ include "lib.service" . }}
{{- with include "lib.disruptionBudget" . }}
---
{{ . }}
{{- end }}
{{- with include "lib.autoscaler" . }}
---
{{ . }}
{{- end }}
{{- if .root.Values.networkPolicy.enabled }}
---
{{ include "lib.networkPolicy" . }}
{{- end }}
{{- end }}

{{/* Argument: networkPolicy of the values. */}}
{{- define "lib.dnsPorts" -}}
{{- $ports := list -}}
{{- range .dnsPorts | default (list 53) }}{{ $ports = append (append $ports (printf "{protocol: UDP, port: %d}" (int .))) (printf "{protocol: TCP, port: %d}" (int .)) }}{{ end -}}
[{{ join ", " $ports }}]
{{- end }}
