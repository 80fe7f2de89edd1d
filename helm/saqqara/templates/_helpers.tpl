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

{{- /* Addresses of Redis and of the queue; with a Secret of the user's own they cannot be seen. */ -}}
{{- define "saqqara.redisUrl" -}}
{{- if .Values.redis.development.enabled -}}
{{- if or .Values.redis.url .Values.redis.existingSecret -}}
{{- fail "redis.development runs its own Redis: remove redis.url and redis.existingSecret" -}}
{{- end -}}
redis://{{ include "saqqara.fullname" . }}-redis:6379/0
{{- else -}}
{{- if and (contains "+cluster:" .Values.redis.url) (not .Values.redis.queueUrl) -}}
{{- fail "The job queue cannot run on a Redis Cluster: set redis.queueUrl to another Redis" -}}
{{- end -}}
{{- required "Saqqara needs a Redis: set redis.url or redis.existingSecret, or for a trial redis.development.enabled" .Values.redis.url -}}
{{- end -}}
{{- end -}}

{{- /* The ports of Redis, as a list in JSON: what the addresses name, and what they cannot. */ -}}
{{- define "saqqara.redisPorts" -}}
{{- $ports := list -}}
{{- if .Values.redis.existingSecret -}}
{{- $ports = .Values.redis.ports -}}
{{- else -}}
{{- range $url := compact (list (include "saqqara.redisUrl" .) .Values.redis.queueUrl) -}}
{{- $scheme := regexFind "^[^:]+" $url -}}
{{- $hosts := $url | regexFind "//[^?]*" | trimPrefix "//" | splitList "@" | last | splitList "/" | first -}}
{{- $default := ternary "26379" "6379" (hasSuffix "+sentinel" $scheme) -}}
{{- range $host := splitList "," $hosts -}}
{{- $ports = append $ports (default $default (regexFind ":[0-9]+$" $host | trimPrefix ":") | int) -}}
{{- end -}}
{{- if contains "+" $scheme -}}
{{- $ports = concat $ports $.Values.redis.ports -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $numbers := list -}}
{{- range $ports -}}{{- $numbers = append $numbers (int .) -}}{{- end -}}
{{- uniq $numbers | toJson -}}
{{- end -}}

{{- /* The port of an address of HTTP. */ -}}
{{- define "saqqara.httpPort" -}}
{{- $host := . | regexFind "//[^/?]*" | trimPrefix "//" | splitList "@" | last -}}
{{- default (ternary "443" "80" (hasPrefix "https" .)) (regexFind ":[0-9]+$" $host | trimPrefix ":") -}}
{{- end -}}

{{- define "saqqara.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "saqqara.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
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
serviceAccountName: {{ include "saqqara.serviceAccount" . }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  {{- if .Values.archive.existingClaim }}
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
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
  {{- with .Values.archive.existingClaim }}
  - name: archive
    persistentVolumeClaim:
      claimName: {{ . }}
  {{- end }}
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
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
  {{- if .Values.archive.existingClaim }}
  - name: archive
    mountPath: {{ required "Set archive.blobs to the folder at which archive.existingClaim is mounted" .Values.archive.blobs }}
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .Values.envFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
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
  {{- include "saqqara.archive" . | nindent 2 }}
  {{- if .Values.allowVolatile }}
  - name: SAQQARA_ALLOW_VOLATILE
    value: "1"
  {{- end }}
  - name: SAQQARA_DURABILITY
    value: {{ .Values.durability | quote }}
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
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "saqqara.archive" -}}
- name: SAQQARA_ARCHIVE_AFTER_MS
  value: {{ int64 .Values.archive.afterMs | quote }}
{{- with .Values.archive.blobs }}
{{- if not (or (hasPrefix "s3://" .) $.Values.archive.existingClaim) }}
{{- fail "archive.blobs is a folder: name the volume claim that all pods share in archive.existingClaim" }}
{{- end }}
- name: SAQQARA_BLOBS
  value: {{ . | quote }}
{{- end }}
{{- if hasPrefix "s3://" .Values.archive.blobs }}
{{- with .Values.archive.s3 }}
{{- with .endpoint }}
- name: AWS_ENDPOINT_URL
  value: {{ . | quote }}
{{- end }}
- name: AWS_REGION
  value: {{ .region | quote }}
{{- with .existingSecret }}
{{- $secret := . }}
{{- range $key := list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
- name: {{ $key }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ $key }}
{{- end }}
{{- end }}
{{- end }}
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
    labelSelector: &{{ .component }}
      matchLabels:
        {{- include "saqqara.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: *{{ .component }}
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
{{- define "saqqara.checksum" -}}
checksum/redis: {{ printf "%s %s" .Values.redis.url .Values.redis.queueUrl | sha256sum }}
{{- end -}}

{{- define "saqqara.annotations" -}}
{{ include "saqqara.checksum" .root }}
{{- if and .root.Values.metrics.enabled .root.Values.metrics.annotate }}
prometheus.io/scrape: "true"
prometheus.io/port: {{ .root.Values.metrics.port | quote }}
prometheus.io/path: /metrics
{{- end }}
{{- with .room.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end -}}
