#!/usr/bin/env python3
"""Starts the Pods of cluster.yaml with podman, which has no StatefulSets: cluster.py MANIFEST SECRETS FOLDER.

All are in one network namespace, where the name of the Service leads to the loopback. The Pods' names stand in FOLDER/pods, and
their startup probes beside.
"""

import base64
import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import yaml

POD = "saybus-cluster"


def documents(*paths: str) -> list[dict]:
    return [document for path in paths for document in yaml.safe_load_all(Path(path).read_text()) if document]


def named(objects: list[dict], kind: str) -> dict[str, dict]:
    return {one["metadata"]["name"]: one for one in objects if one["kind"] == kind}


class PodRun:
    """A Pod of a StatefulSet."""

    def __init__(self, objects: list[dict], stateful_set: dict, number: int, folder: Path) -> None:
        self.objects, self.number, self.folder = objects, number, folder
        self.name = f"{stateful_set['metadata']['name']}-{number}"
        self.spec = stateful_set["spec"]["template"]["spec"]
        self.claims = [one["metadata"]["name"] for one in stateful_set["spec"].get("volumeClaimTemplates", [])]

    def volumes(self) -> dict[str, Path]:
        """Makes the folders of the volumes, as kubelet does: the files of Secrets and ConfigMaps are root's."""
        folders: dict[str, Path] = {}
        for volume in self.spec["volumes"]:
            folder = folders[volume["name"]] = self.folder / self.name / volume["name"]
            folder.mkdir(parents=True)
            content: dict[str, bytes] = {}
            if "secret" in volume:
                data = named(self.objects, "Secret")[volume["secret"]["secretName"]]["data"]
                content = {file: base64.b64decode(text) for file, text in data.items()}
            elif "configMap" in volume:
                data = named(self.objects, "ConfigMap")[volume["configMap"]["name"]]["data"]
                content = {file: text.encode() for file, text in data.items()}
            else:
                # A fresh directory that everybody can write to.
                folder.chmod(stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
            for file, data in content.items():
                (folder / file).write_bytes(data)
                (folder / file).chmod(volume.get("secret", {}).get("defaultMode", 0o644))
        for name in self.claims:
            folder = folders[name] = self.folder / self.name / name
            folder.mkdir(parents=True)
            # A fresh file system belongs to root, and to the group that is asked for.
            os.chown(folder, 0, self.spec["securityContext"].get("fsGroup", 0))
            folder.chmod(0o2775)
        return folders

    def environment(self, container: dict) -> dict[str, str]:
        fields = {
            "metadata.name": self.name,
            "metadata.labels['apps.kubernetes.io/pod-index']": str(self.number),
        }
        return {
            one["name"]: one["value"] if "value" in one else fields[one["valueFrom"]["fieldRef"]["fieldPath"]]
            for one in container.get("env", [])
        }

    def run(self, container: dict, folders: dict[str, Path], *options: str) -> None:
        context = {**self.spec["securityContext"], **container["securityContext"]}
        assert context["runAsNonRoot"] and context["readOnlyRootFilesystem"] and not context["allowPrivilegeEscalation"]
        environment = self.environment(container)
        command = []
        for word in container.get("command") or container["args"]:
            for name, value in environment.items():
                word = word.replace(f"$({name})", value)
            command.append(word)
        arguments = ["podman", "run", *options, "--pod", POD, "--read-only", "--user"]
        arguments += [f"{context['runAsUser']}:{context['runAsGroup']}", "--security-opt", "no-new-privileges"]
        for capability in context["capabilities"]["drop"]:
            arguments += ["--cap-drop", capability.lower()]
        arguments += ["--volume", f"{self.folder}/hosts:/etc/hosts:ro", "--memory"]
        arguments.append(container["resources"]["limits"]["memory"].replace("Mi", "m"))
        for name, value in environment.items():
            arguments += ["--env", f"{name}={value}"]
        for mount in container["volumeMounts"]:
            mode = "ro" if mount.get("readOnly") else "rw"
            arguments += ["--volume", f"{folders[mount['name']]}:{mount['mountPath']}:{mode}"]
        subprocess.run([*arguments, container["image"], *command], check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        folders = self.volumes()
        for container in self.spec.get("initContainers", []):
            self.run(container, folders, "--rm")
        [container] = self.spec["containers"]
        self.run(container, folders, "--detach", "--name", self.name)
        probe = self.folder / f"probe-{self.name}"
        command = shlex.join(container["startupProbe"]["exec"]["command"])
        probe.write_text(f"#!/bin/sh\nexec podman exec {self.name} {command}\n")
        probe.chmod(0o755)


def main() -> None:
    manifest, secrets, place = sys.argv[1:]
    folder = Path(place)
    folder.mkdir(parents=True)
    objects = documents(manifest, secrets)
    services = [name for name, one in named(objects, "Service").items() if one["spec"].get("clusterIP") != "None"]
    # Without a network, podman gives no names.
    (folder / "hosts").write_text("".join(f"127.0.0.1 {name}\n" for name in ["localhost", *services]))
    subprocess.run(["podman", "pod", "create", "--name", POD, "--network", "none", "--no-hosts"], check=True)
    pods = [
        PodRun(objects, one, number, folder)
        for one in named(objects, "StatefulSet").values()
        for number in range(one["spec"]["replicas"])
    ]
    for pod in pods:
        pod.start()
    (folder / "pods").write_text("".join(f"{pod.name}\n" for pod in pods))


main()
