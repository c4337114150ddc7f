{{/* What the "restricted" pod security standard asks for, for a pod and for its container. */}}
{{- define "lib.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "lib.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities: {drop: [ALL]}
{{- end }}

{{/* By which Secrets images are pulled; takes their names. */}}
{{- define "lib.pullSecrets" -}}
{{- with . }}
imagePullSecrets: {{- range . }}
  - {name: {{ . }}}
{{- end }}
{{- end }}
{{- end }}

{{/* Where pods may run, and who may pull their image. */}}
{{- define "lib.placement" -}}
{{- include "lib.pullSecrets" .root.Values.image.pullSecrets }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Settings of everybody, then of the service, then those of the values, which win. Secrets by reference only. */}}
{{- define "lib.env" -}}
{{- $env := merge (dict) (.own.env | default dict) (.root.Values.env | default dict) (.facts.env | default dict) -}}
{{- range $key := keys $env | sortAlpha }}
- {name: {{ $key }}, value: {{ get $env $key | toString | quote }}}
{{- end }}
{{- range .facts.secrets }}
- {name: {{ .env }}, valueFrom: {secretKeyRef: {name: {{ .secret }}, key: {{ .key }}}}}
{{- end }}
{{- end }}

{{/* Where the key files of the installation are, and where a service may write. */}}
{{- define "lib.volumes" -}}
- {name: tmp, emptyDir: {sizeLimit: 1Gi}}
- {name: data, emptyDir: {sizeLimit: 1Gi}}
{{- with .facts.keys }}
- name: keys
  secret:
    secretName: {{ $.root.Values.keys.existingSecret }}
    defaultMode: 0440
    items:
      {{- range . }}
      - {key: {{ . }}, path: {{ . }}}
      {{- end }}
{{- end }}
{{- with .facts.mailTlsSecret }}
- {name: mail, secret: {secretName: {{ . }}, defaultMode: 0440}}
{{- end }}
{{- if .facts.clusterApi }}
{{- /* By hand, because the automatic one is switched off: renewed every hour, and gone with the pod. */}}
- name: cluster-api
  projected:
    defaultMode: 0440
    sources:
      - serviceAccountToken: {path: token, expirationSeconds: 3600}
      - configMap: {name: kube-root-ca.crt, items: [{key: ca.crt, path: ca.crt}]}
      - downwardAPI: {items: [{path: namespace, fieldRef: {fieldPath: metadata.namespace}}]}
{{- end }}
{{- end }}

{{- define "lib.volumeMounts" -}}
- {name: tmp, mountPath: /tmp}
- {name: data, mountPath: /var/lib/zo}
{{- if .facts.keys }}
- {name: keys, mountPath: /var/lib/zo/secrets, readOnly: true}
{{- end }}
{{- if .facts.mailTlsSecret }}
- {name: mail, mountPath: /var/lib/zo/mail, readOnly: true}
{{- end }}
{{- if .facts.clusterApi }}
- {name: cluster-api, mountPath: /var/run/secrets/kubernetes.io/serviceaccount, readOnly: true}
{{- end }}
{{- end }}

{{/* `command` only where the image has no entry point of its own; the service is chosen by its argument. */}}
{{- define "lib.container" -}}
image: {{ include "lib.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{- with .root.Values.image.command }}
command: {{ toJson . }}
{{- end }}
args: [{{ .facts.argument | default .name }}]
securityContext: {{- include "lib.containerSecurity" . | nindent 2 }}
envFrom:
  - configMapRef: {name: {{ .root.Release.Name }}-config}
{{- with include "lib.env" . | trim }}
env: {{- . | nindent 2 }}
{{- end }}
volumeMounts: {{- include "lib.volumeMounts" . | nindent 2 }}
{{- end }}
