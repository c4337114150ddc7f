{{/* The sixteen namespaces of computers (services/compute/src/operator/objects/shard.ts). */}}
{{- define "zo.shards" -}}
{{- range until 16 }}
- {{ printf "%s-%02d" $.Values.computers.namespaces . }}
{{- end }}
{{- end }}

{{- define "zo.labels" -}}
app.kubernetes.io/name: zo
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* What images of computers begin with: the names of those in use, and what else is allowed. */}}
{{- define "zo.imagePrefixes" -}}
{{- $prefixes := .Values.computers.imagePrefixes -}}
{{- range compact (list .Values.computers.image .Values.computers.canaryImage) }}{{ $prefixes = append $prefixes (printf "%s@" (splitList "@" . | first)) }}{{ end -}}
{{ uniq $prefixes | toJson }}
{{- end }}
