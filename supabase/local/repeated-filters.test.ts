import { expect, it } from "vitest";
import { joinedFilters } from "./repeated-filters";

const REST = "http://localhost/rest/v1/services";
const parameters = (search: string) => [...new URL(joinedFilters(`${REST}?${search}`)).searchParams];

it.each([
  ["name=like.%25a%25&name=like.%25b%25", [["name", "like(all).{%a%,%b%}"]]],
  ["name=like.a&key=like.b", "name=like.a&key=like.b"],
  ["name=like.a&name=ilike.b", "name=like.a&name=ilike.b"],
  ["name=gte.1&name=lt.3", "name=gte.1&name=lt.3"],
  [
    "select=name&place.name=like.a&status=eq.x&place.name=like.b",
    [
      ["select", "name"],
      ["status", "eq.x"],
      ["place.name", "like(all).{a,b}"],
    ],
  ],
])("%s keeps every filter", (search, joined) => {
  expect(parameters(search)).toEqual(typeof joined === "string" ? [...new URLSearchParams(joined)] : joined);
});
