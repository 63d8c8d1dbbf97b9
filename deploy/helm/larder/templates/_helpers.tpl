{{- define "larder.labels" -}}
app.kubernetes.io/name: larder
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "larder.selector" -}}
app.kubernetes.io/name: larder
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "larder.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- /* Secrets mounted as files, and a minimal security context. */}}
{{- define "larder.container" -}}
env:
  {{- range .Values.secret.members }}
  - name: {{ . }}_FILE
    value: /run/secrets/larder/{{ . }}
  {{- end }}
  {{- if .Values.databaseRoles.import }}
  - name: DATABASE_IMPORT_ROLE
    value: {{ .Values.databaseRoles.import | quote }}
  {{- end }}
  {{- if .Values.databaseRoles.serve }}
  - name: DATABASE_SERVE_ROLE
    value: {{ .Values.databaseRoles.serve | quote }}
  {{- end }}
volumeMounts:
  - name: secrets
    mountPath: /run/secrets/larder
    readOnly: true
  # The only writable folder: a sync downloads to it.
  - name: tmp
    mountPath: /tmp
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "larder.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  # User `node` in the image.
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- if .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml .Values.imagePullSecrets | nindent 2 }}
{{- end }}
{{- if .Values.nodeSelector }}
nodeSelector:
  {{- toYaml .Values.nodeSelector | nindent 2 }}
{{- end }}
{{- if .Values.tolerations }}
tolerations:
  {{- toYaml .Values.tolerations | nindent 2 }}
{{- end }}
{{- end }}
