import { describe, expect, it } from "vitest";
import { readSource } from "../support/source-files";

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

const { packages } = JSON.parse(readSource("package-lock.json")) as { packages: Record<string, Entry> };
const installed = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);

/**
 * Native binaries for systems other than Linux with glibc. The registry used to create the lock file does not have them,
 * so their hashes are missing, and `npm ci` installs them unverified on those systems. Remove an entry after `npm
 * install` with the public registry has added its hash.
 */
const WITHOUT_HASH = `
  @next/swc-darwin-arm64 @next/swc-darwin-x64 @next/swc-win32-arm64-msvc @next/swc-win32-x64-msvc
  @oxc-parser/binding-android-arm-eabi @oxc-parser/binding-android-arm64 @oxc-parser/binding-darwin-arm64
  @oxc-parser/binding-darwin-x64 @oxc-parser/binding-freebsd-x64 @oxc-parser/binding-linux-arm-gnueabihf
  @oxc-parser/binding-linux-arm-musleabihf @oxc-parser/binding-linux-ppc64-gnu @oxc-parser/binding-linux-riscv64-gnu
  @oxc-parser/binding-linux-riscv64-musl @oxc-parser/binding-linux-s390x-gnu @oxc-parser/binding-openharmony-arm64
  @oxc-parser/binding-win32-arm64-msvc @oxc-parser/binding-win32-ia32-msvc @oxc-parser/binding-win32-x64-msvc
  @oxfmt/binding-android-arm-eabi @oxfmt/binding-android-arm64 @oxfmt/binding-darwin-arm64 @oxfmt/binding-darwin-x64
  @oxfmt/binding-freebsd-x64 @oxfmt/binding-linux-arm-gnueabihf @oxfmt/binding-linux-arm-musleabihf
  @oxfmt/binding-linux-arm64-musl @oxfmt/binding-linux-ppc64-gnu @oxfmt/binding-linux-riscv64-gnu
  @oxfmt/binding-linux-riscv64-musl @oxfmt/binding-linux-s390x-gnu @oxfmt/binding-linux-x64-musl
  @oxfmt/binding-openharmony-arm64 @oxfmt/binding-win32-arm64-msvc @oxfmt/binding-win32-ia32-msvc @oxfmt/binding-win32-x64-msvc
  @oxlint-tsgolint/darwin-arm64 @oxlint-tsgolint/darwin-x64 @oxlint-tsgolint/win32-arm64 @oxlint-tsgolint/win32-x64
  @oxlint/binding-android-arm-eabi @oxlint/binding-android-arm64 @oxlint/binding-darwin-arm64 @oxlint/binding-darwin-x64
  @oxlint/binding-freebsd-x64 @oxlint/binding-linux-arm-gnueabihf @oxlint/binding-linux-arm-musleabihf
  @oxlint/binding-linux-arm64-musl @oxlint/binding-linux-ppc64-gnu @oxlint/binding-linux-riscv64-gnu
  @oxlint/binding-linux-riscv64-musl @oxlint/binding-linux-s390x-gnu @oxlint/binding-linux-x64-musl
  @oxlint/binding-openharmony-arm64 @oxlint/binding-win32-arm64-msvc @oxlint/binding-win32-ia32-msvc @oxlint/binding-win32-x64-msvc
  @swc/core-darwin-arm64 @swc/core-darwin-x64 @swc/core-linux-arm-gnueabihf @swc/core-linux-ppc64-gnu @swc/core-linux-s390x-gnu
  @swc/core-win32-arm64-msvc @swc/core-win32-ia32-msvc @swc/core-win32-x64-msvc
  @tailwindcss/oxide-android-arm64 @tailwindcss/oxide-darwin-arm64 @tailwindcss/oxide-darwin-x64 @tailwindcss/oxide-freebsd-x64
  @tailwindcss/oxide-linux-arm-gnueabihf @tailwindcss/oxide-wasm32-wasi @tailwindcss/oxide-win32-arm64-msvc @tailwindcss/oxide-win32-x64-msvc
`
  .trim()
  .split(/\s+/);

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("lock file", () => {
  it("has a sha512 hash for every package except the listed ones", () => {
    const unchecked = installed
      .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))
      .map(([path]) => nameOf(path));
    expect(unchecked.sort()).toEqual([...WITHOUT_HASH].sort());
  });

  it("lacks hashes only for optional packages that are not installed on Linux with glibc", () => {
    const lacking = installed.filter(([, { integrity }]) => !integrity);
    const common = lacking.filter(
      ([, { os, cpu, libc }]) =>
        (!os || os.includes("linux")) &&
        (!libc || libc.includes("glibc")) &&
        (!cpu || cpu.includes("x64") || cpu.includes("arm64")),
    );
    expect(lacking.filter(([, { optional }]) => !optional)).toEqual([]);
    expect(common.map(([path]) => nameOf(path))).toEqual([]);
  });

  it("refers only to the public registry", () => {
    expect(
      installed
        .filter(([, { resolved }]) => resolved && !resolved.startsWith("https://registry.npmjs.org/"))
        .map(([path]) => path),
    ).toEqual([]);
  });
});
