import { expect, it } from "vitest";
import { tokenOfSegment } from "./named-token";

const TOKEN = "AbC_-0123456789abcdefg";

it.each([
  `other~${TOKEN}`,
  `other%7E${TOKEN}`,
  `other%7e${TOKEN}`,
  `%6fth%65r~${TOKEN}`,
  `other~%41${TOKEN.slice(1)}`,
  `other~${TOKEN}`.replace(/[\s\S]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
])("reads the token of %j, whatever the name is", (segment) => {
  expect(tokenOfSegment(segment)).toBe(TOKEN);
});

it.each([
  "",
  "maria",
  TOKEN,
  `~${TOKEN}`,
  `maria~${TOKEN}x`,
  "maria~short",
  `maria~x~${TOKEN}`,
  `maria%257E${TOKEN}`,
  `maria%2F~${TOKEN}`,
  `Maria~${TOKEN}`,
  `maria~${TOKEN}%0A`,
  `maria~${TOKEN}%00`,
  `maria\u02DC${TOKEN}`,
  "%",
  "%E0%A4%A",
])("is null for %j", (segment) => {
  expect(tokenOfSegment(segment)).toBeNull();
});
