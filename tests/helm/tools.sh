#!/bin/sh
# Builds a program that tests or the chart need into .tools/bin, or collects definitions: tools.sh NAME. Needs Go.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tools=$(cd "$here/../.." && pwd)/.tools
export GOFLAGS=''
mkdir -p "$tools/bin"

# A release, with whatever versions its own go.mod names.
fetch() {
	GOBIN="$tools/$name" go install "$1"
	mv "$tools/$name"/* "$tools/bin/$name"
	rmdir "$tools/$name"
}

# A program whose imports are pinned by the go.mod in a folder here. The API server learns its version from a flag.
build() {
	cd "$here/$1"
	version=$(sed -n 's/^.*k8s.io.kubernetes \(v[^ ]*\).*/\1/p' go.mod)
	go build -ldflags "-X k8s.io/component-base/version.gitVersion=$version" -o "$tools/bin/$name" "$2"
}

# The definitions of the optional kinds of objects that the chart makes.
collect() {
	cd "$here/crds"
	mkdir -p "$tools/crds"
	modules=$(go mod download -json)
	echo "$modules" | sed -n 's/^.*"Dir": "\(.*\)",*$/\1/p' | while read -r folder; do
		find "$folder" -name '*.yaml' | grep -E '(bases|standard|operator-crd)/' |
			grep -E 'httproutes|scaledobjects|podmonitors|prometheusrules' |
			xargs -I {} install -m 644 {} "$tools/crds"
	done
}

name=$1
case $name in
helm) fetch helm.sh/helm/v3/cmd/helm@v3.19.0 ;;
helm-docs) fetch github.com/norwoodj/helm-docs/cmd/helm-docs@v1.14.2 ;;
versitygw) fetch github.com/versity/versitygw/cmd/versitygw@v1.8.0 ;;
caddy) fetch github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9 ;;
compose-spec) fetch github.com/compose-spec/compose-go/v2/cmd@v2.16.2 ;;
etcd) build kube go.etcd.io/etcd/server/v3 ;;
kube-apiserver) build kube k8s.io/kubernetes/cmd/kube-apiserver ;;
promtool) build promtool github.com/prometheus/prometheus/cmd/promtool ;;
crds) collect ;;
*) echo "tools.sh knows no $name" >&2 && exit 2 ;;
esac
