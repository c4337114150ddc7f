{{/* With one replica a budget would only keep nodes from being drained. */}}
{{- define "lib.disruptionBudget" -}}
{{- $least := ternary .own.replicas .own.autoscaling.min (or (eq .root.Values.autoscaling.kind "none") (.facts.fixedReplicas | default false)) -}}
{{- if ge (int $least) 2 -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {{- include "lib.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector: {matchLabels: {{ include "lib.selectorFlow" . }}}
{{- end }}
{{- end }}

{{/* Quick to grow, slow to shrink: a drained replica costs its people a new connection. */}}
{{- define "lib.scalingBehavior" -}}
scaleUp: {stabilizationWindowSeconds: 0}
scaleDown: {stabilizationWindowSeconds: 600, policies: [{type: Pods, value: 1, periodSeconds: 120}]}
{{- end }}

{{- define "lib.autoscaler" -}}
{{- if not .facts.fixedReplicas -}}
{{- if eq .root.Values.autoscaling.kind "hpa" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {{- include "lib.metadata" . | nindent 2 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: {{ include "lib.fullname" . }}}
  minReplicas: {{ .own.autoscaling.min }}
  maxReplicas: {{ .own.autoscaling.max }}
  metrics:
    - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: {{ .own.autoscaling.cpu }}}}}
  behavior: {{- include "lib.scalingBehavior" . | nindent 4 }}
{{- else if eq .root.Values.autoscaling.kind "keda" -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {{- include "lib.metadata" . | nindent 2 }}
spec:
  scaleTargetRef: {name: {{ include "lib.fullname" . }}}
  minReplicaCount: {{ .own.autoscaling.min }}
  maxReplicaCount: {{ .own.autoscaling.max }}
  advanced: {horizontalPodAutoscalerConfig: {behavior: {{ include "lib.scalingBehavior" . | fromYaml | toJson }}}}
  triggers:
    - {type: cpu, metricType: Utilization, metadata: {value: {{ .own.autoscaling.cpu | quote }}}}
    {{- if .root.Values.kafka.brokers }}
    {{- range .facts.consumes }}
    - type: kafka
      metadata: {bootstrapServers: {{ $.root.Values.kafka.brokers | quote }}, topic: {{ . }}, consumerGroup: {{ $.name }}, lagThreshold: "500"{{ include "lib.kafkaScalerMetadata" $.root.Values.kafka }}}
      {{- if include "lib.kafkaScalerAuth" $.root }}
      authenticationRef: {name: {{ $.root.Release.Name }}-kafka}
      {{- end }}
    {{- end }}
    {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* How KEDA reaches the brokers. Argument: kafka of the values. */}}
{{- define "lib.kafkaScalerMetadata" -}}
{{- if .tls.enabled }}, tls: enable{{ end }}
{{- with .sasl.mechanism }}, sasl: {{ get (dict "plain" "plaintext" "scram-sha-256" "scram_sha256" "scram-sha-512" "scram_sha512") . }}{{ end }}
{{- end }}

{{/* Who it is to them, and who vouches for them; empty: nobody. Argument: the root. */}}
{{- define "lib.kafkaScalerAuth" -}}
{{- with .Values.kafka }}
{{- if .sasl.mechanism }}
configMapTargetRef: [{parameter: username, name: {{ $.Release.Name }}-config, key: KAFKA_USERNAME}]
{{- end }}
{{- if or .sasl.mechanism .tls.caSecret }}
secretTargetRef:
  {{- if .sasl.mechanism }}
  - {parameter: password, name: {{ .sasl.existingSecret }}, key: {{ .sasl.passwordKey }}}
  {{- end }}
  {{- if .tls.caSecret }}
  - {parameter: ca, name: {{ .tls.caSecret }}, key: {{ .tls.caKey }}}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}
