{{- define "saqqara.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "saqqara.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "saqqara.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "saqqara.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "saqqara.selector" -}}
app.kubernetes.io/name: {{ include "saqqara.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "saqqara.labels" -}}
{{ include "saqqara.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "saqqara.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "saqqara.redisSecret" -}}
{{- default (printf "%s-redis" (include "saqqara.fullname" .)) .Values.redis.existingSecret -}}
{{- end -}}

{{- define "saqqara.redisKey" -}}
{{- ternary .Values.redis.existingSecretKey "redis-url" (ne .Values.redis.existingSecret "") -}}
{{- end -}}

{{- define "saqqara.queueKey" -}}
{{- if .Values.redis.existingSecret -}}
{{ .Values.redis.existingSecretQueueKey }}
{{- else if .Values.redis.queueUrl -}}
queue-url
{{- end -}}
{{- end -}}

{{- /* What API and worker pods share: identity, confinement, settings. */ -}}
{{- define "saqqara.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
{{- end -}}

{{- define "saqqara.container" -}}
image: {{ include "saqqara.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
env:
  - name: REDIS_URL
    valueFrom:
      secretKeyRef:
        name: {{ include "saqqara.redisSecret" . }}
        key: {{ include "saqqara.redisKey" . }}
  {{- with include "saqqara.queueKey" . }}
  - name: RQ_REDIS_URL
    valueFrom:
      secretKeyRef:
        name: {{ include "saqqara.redisSecret" $ }}
        key: {{ . }}
  {{- end }}
  - name: SAQQARA_HOST
    value: "0.0.0.0"
  - name: SAQQARA_PORT
    value: {{ .Values.api.port | quote }}
  - name: SAQQARA_DRAIN_MS
    value: {{ .Values.api.drainMs | quote }}
  - name: SAQQARA_DATA
    value: /tmp/saqqara
  {{- if .Values.allowVolatile }}
  - name: SAQQARA_ALLOW_VOLATILE
    value: "1"
  {{- end }}
  {{- with .Values.allowedOrigins }}
  - name: SAQQARA_ALLOWED_ORIGINS
    value: {{ join "," . | quote }}
  {{- end }}
  {{- with .Values.trustedProxies }}
  - name: SAQQARA_TRUSTED_PROXIES
    value: {{ join "," . | quote }}
  {{- end }}
  {{- if .Values.metrics.enabled }}
  - name: SAQQARA_METRICS_PORT
    value: {{ .Values.metrics.port | quote }}
  {{- end }}
  {{- with .Values.tracing.endpoint }}
  - name: OTEL_EXPORTER_OTLP_ENDPOINT
    value: {{ . | quote }}
  - name: OTEL_SERVICE_NAME
    value: {{ include "saqqara.fullname" $ }}
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: SAQQARA_{{ upper $name }}
    value: {{ include "saqqara.text" $value | quote }}
  {{- end }}
{{- end -}}

{{- /* A value as the service reads it: helm makes every number of a file a float. */ -}}
{{- define "saqqara.text" -}}
{{- if and (kindIs "float64" .) (eq (float64 (int64 .)) .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{- define "saqqara.metricsPort" -}}
{{- if .Values.metrics.enabled }}
- name: metrics
  containerPort: {{ .Values.metrics.port }}
{{- end }}
{{- end -}}

{{- /* Where a pod runs. Takes (dict "root" $ "room" .Values.api "component" "api"). */ -}}
{{- define "saqqara.placement" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "saqqara.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- with .room.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .room.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .room.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* A new address restarts the pods; a Secret of the user's own cannot be seen from here. */ -}}
{{- define "saqqara.annotations" -}}
checksum/redis: {{ printf "%s %s" .root.Values.redis.url .root.Values.redis.queueUrl | sha256sum }}
{{- if and .root.Values.metrics.enabled .root.Values.metrics.annotate }}
prometheus.io/scrape: "true"
prometheus.io/port: {{ .root.Values.metrics.port | quote }}
prometheus.io/path: /metrics
{{- end }}
{{- with .room.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end -}}
