import { expect, it } from "vitest";
import { connectionOptions } from "./connection";

it.each([
  ["", undefined],
  ["?sslmode=disable", undefined],
  ["?sslmode=require", { rejectUnauthorized: false }],
  ["?sslmode=verify-full&application_name=x", { rejectUnauthorized: true }],
])("parses '%s'", (query, ssl) => {
  const options = connectionOptions(`postgres://user:a%40b@db.example.org:5432/postgres${query}`);
  expect(options.ssl).toEqual(ssl);
  expect(options.url).not.toContain("sslmode");
  expect(options.url).toContain("postgres://user:a%40b@db.example.org:5432/postgres");
});
