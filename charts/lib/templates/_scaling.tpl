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
      metadata: {bootstrapServers: {{ $.root.Values.kafka.brokers }}, topic: {{ . }}, consumerGroup: {{ $.name }}, lagThreshold: "500"}
    {{- end }}
    {{- end }}
{{- end }}
{{- end }}
{{- end }}
