{{/* Combinations that install and then do harm. Each sentence says what to change. */}}
{{- define "zo.checks" -}}
{{- $v := .Values -}}
{{- $url := urlParse $v.publicUrl -}}
{{- $host := $url.hostname -}}
{{- if not $host }}{{ fail "publicUrl is missing: set it to the address people open, for example https://zo.example.com" }}{{ end -}}
{{- if and (ne $url.scheme "https") (not (or (eq $host "localhost") (hasSuffix ".localhost" $host))) }}{{ fail (printf "publicUrl %s has no TLS, and browsers keep cookies and the clipboard from such a page: set publicUrl to https:// (http:// is for localhost only)" $v.publicUrl) }}{{ end -}}
{{- if not $v.redis.existingSecret }}{{ fail "the services are processes of their own and meet in Redis: set redis.existingSecret to a Secret with the address of a Redis or Valkey under the key redis.urlKey" }}{{ end -}}
{{- if not $v.database.existingSecret }}{{ fail "set database.existingSecret to a Secret with the address of Postgres under the key database.urlKey" }}{{ end -}}
{{- if not $v.keys.existingSecret }}{{ fail "set keys.existingSecret to a Secret with the files internal-token.pem, provider-keys.key and claim-token: without it every pod would make keys of its own" }}{{ end -}}
{{- if and $v.objects.endpoint (not $v.objects.existingSecret) }}{{ fail "objects.endpoint is set but not who may use it: set objects.existingSecret to a Secret with the access key of the bucket" }}{{ end -}}
{{- if and $v.kafka.tls.caSecret (not $v.kafka.tls.enabled) }}{{ fail "kafka.tls.caSecret vouches for brokers that are reached in the clear: set kafka.tls.enabled to true" }}{{ end -}}
{{- if and $v.kafka.sasl.mechanism (not (and $v.kafka.sasl.username $v.kafka.sasl.existingSecret)) }}{{ fail "kafka.sasl.mechanism is set but not who signs in: set kafka.sasl.username, and kafka.sasl.existingSecret to a Secret with the password" }}{{ end -}}
{{- if and (eq $v.kafka.sasl.mechanism "plain") (not $v.kafka.tls.enabled) }}{{ fail "kafka.sasl.mechanism plain sends the password readable: set kafka.tls.enabled to true, or the mechanism to scram-sha-512" }}{{ end -}}
{{- if and $v.mail.enabled (not $v.mail.domain) }}{{ fail "mail.enabled needs the domain of the addresses of people: set mail.domain, for example mail.example.com" }}{{ end -}}
{{- if contains (repeat 64 "0") $v.computers.image }}{{ fail "computers.image names no image: build the one of infra/tools/images/computer, push it, and set computers.image to name@sha256:…" }}{{ end -}}
{{- if and (eq $v.image.repository "zo") (ne $v.image.pullPolicy "Never") }}{{ fail "image.repository zo is on no registry: build the image of infra/tools/images/service, push it, and set image.repository to where it is (with image.pullPolicy Never, nodes that have it run it as it is)" }}{{ end -}}
{{- if not (contains "@sha256:" $v.computers.image) }}{{ fail (printf "computers.image %s is no digest, and what a tag names may change under a computer: set computers.image to name@sha256:…" ($v.computers.image | quote)) }}{{ end -}}
{{- if not (hasKey $v.computers.plans $v.computers.plan) }}{{ fail (printf "computers.plan %s is not among computers.plans: add it there, or set computers.plan to one of: %s" $v.computers.plan (keys $v.computers.plans | sortAlpha | join ", ")) }}{{ end -}}
{{- range $name, $plan := $v.computers.plans -}}
{{- if not (has ($plan.runtimeClassName | default "") $v.computers.runtimeClasses) }}{{ fail (printf "no computer of the plan %s would be let in: add its runtimeClassName to computers.runtimeClasses" $name) }}{{ end -}}
{{- range $what, $limit := dict "cpu" $plan.cpu.limit "memory" $plan.memory.limit -}}
{{- $most := get $v.computers.most $what -}}
{{- if and $most (gt (float64 (include "zo.quantity" $limit)) (float64 (include "zo.quantity" $most))) }}{{ fail (printf "no computer of the plan %s would be let in: its %s of %s is more than computers.most.%s, which is %s" $name $what (toString $limit) $what (toString $most)) }}{{ end -}}
{{- end -}}
{{- if and $plan.backups (not $v.objects.endpoint) }}{{ fail (printf "homes of the plan %s have nowhere to be copied to: set objects.endpoint, or take backups out of computers.plans.%s" $name $name) }}{{ end -}}
{{- end -}}
{{- range $name, $theirs := dict "sites" $v.sites.host "userContent" $v.userContent.host -}}
{{- if include "zo.related" (list $theirs $host) }}{{ fail (printf "what comes from people below %s would share cookies with the app at %s: set %s.host to another domain" $theirs $host $name) }}{{ end -}}
{{- end -}}
{{- if include "zo.related" (list $v.sites.host $v.userContent.host) }}{{ fail (printf "what people publish below %s would share cookies with what of theirs is shown below %s: set userContent.host to another domain" $v.sites.host $v.userContent.host) }}{{ end -}}
{{- if and $v.route.enabled (not $v.route.gateway.name) }}{{ fail "route.enabled needs a Gateway: set route.gateway.name, and its namespace where it is another one" }}{{ end -}}
{{- if and $v.route.enabled (ne $url.scheme "https") }}{{ fail "a route to the world needs TLS: set publicUrl to https://, with a certificate at the listener of the Gateway" }}{{ end -}}
{{- $settings := list $v.env }}{{ range $v.services }}{{ $settings = append $settings .env }}{{ end -}}
{{- range $settings }}{{ range $key, $_ := . -}}
{{- if regexMatch "PASSWORD|SECRET|TOKEN|_KEY|^(DATABASE|REDIS)_" $key }}{{ fail (printf "%s among the values would be read by everybody who may see the release: leave it out, and name a Secret in existingSecret of keys, database, redis, objects or owner" $key) }}{{ end -}}
{{- end }}{{ end -}}
{{- if ne $v.autoscaling.kind "none" }}{{ range $name, $own := $v.services -}}
{{- if lt (int $own.autoscaling.max) (int $own.autoscaling.min) }}{{ fail (printf "%s cannot have at least %d and at most %d replicas: set services.%s.autoscaling.max to %d or more" $name (int $own.autoscaling.min) (int $own.autoscaling.max) $name (int $own.autoscaling.min)) }}{{ end -}}
{{- end }}{{ end -}}
{{- if $v.networkPolicy.enabled }}{{ include "zo.reachChecks" . }}{{ end -}}
{{- if eq $v.profile "ha" }}{{ include "zo.haChecks" . }}{{ end -}}
{{- end }}

{{- define "zo.haChecks" -}}
{{- range $name, $own := .Values.services -}}
{{- $scaled := and (ne $.Values.autoscaling.kind "none") (ne $name "compute-operator") -}}
{{- $least := ternary ($own.autoscaling | default dict).min $own.replicas $scaled -}}
{{- if lt (int $least) 2 }}{{ fail (printf "profile ha with one replica of %s is away with its node: set services.%s.%s to 2 or more, or profile to small" $name $name (ternary "autoscaling.min" "replicas" $scaled)) }}{{ end -}}
{{- end -}}
{{- if not .Values.networkPolicy.enabled }}{{ fail "profile ha without network policies leaves every service open to every pod of the cluster: set networkPolicy.enabled to true, or profile to small" }}{{ end -}}
{{- end }}

{{/* Engines at ports that the policies keep closed. */}}
{{- define "zo.reachChecks" -}}
{{- $addresses := dict "kafka" (compact (splitList "," .Values.kafka.brokers)) "objects" (list) -}}
{{- with .Values.objects.endpoint }}{{ $url := urlParse . }}{{ $_ := set $addresses "objects" (list (ternary $url.host (printf "%s:%s" $url.host (ternary "443" "80" (eq $url.scheme "https"))) (regexMatch ":[0-9]+$" $url.host))) }}{{ end -}}
{{- range $engine, $list := $addresses -}}
{{- $open := list }}{{ range (get $.Values.networkPolicy.engines $engine).ports }}{{ $open = append $open (toString (int .)) }}{{ end -}}
{{- range $address := $list -}}
{{- $port := splitList ":" $address | last -}}
{{- if not (has $port $open) }}{{ fail (printf "no service could reach %s: add %s to networkPolicy.engines.%s.ports" $address $port $engine) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* A quantity of Kubernetes as a number. */}}
{{- define "zo.quantity" -}}
{{- $text := toString . -}}
{{- $unit := regexFind "[A-Za-z]*$" $text -}}
{{- $factors := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- if not (hasKey $factors $unit) }}{{ fail (printf "%s is no quantity" $text) }}{{ end -}}
{{- mulf (float64 (trimSuffix $unit $text)) (float64 (get $factors $unit)) -}}
{{- end }}

{{/* True where browsers let one of two hosts set cookies for the other, or they are the same. Arguments: both. */}}
{{- define "zo.related" -}}
{{- $a := first . }}{{ $b := last . -}}
{{- if and $a $b (or (eq $a $b) (hasSuffix (printf ".%s" $a) $b) (hasSuffix (printf ".%s" $b) $a)) }}true{{ end -}}
{{- end -}}
