{{/* Every template of this chart takes a workload: (dict "root" $ "name" "files" "facts" {…} "own" {…}). `facts` is what a service is (charts/zo/templates/_services.tpl), `own` what the values say of it. */}}

{{- define "lib.fullname" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "lib.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* The same, for a line. */}}
{{- define "lib.selectorFlow" -}}
{{ include "lib.selector" . | fromYaml | toJson }}
{{- end }}

{{- define "lib.labels" -}}
{{ include "lib.selector" . }}
app.kubernetes.io/name: zo
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "lib.metadata" -}}
name: {{ include "lib.fullname" . }}
namespace: {{ .root.Release.Namespace }}
labels: {{- include "lib.labels" . | nindent 2 }}
{{- end }}

{{- define "lib.image" -}}
{{- with .root.Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.root.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}
