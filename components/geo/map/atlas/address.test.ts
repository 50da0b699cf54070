import { describe, expect, it } from "vitest";
import { readAtlasHash, writeAtlasHash } from "./address";

const LAYERS = ["rotas", "fotos", "museum"];

describe("readAtlasHash", () => {
  it.each([
    ["", { view: null, layers: null }],
    ["#-27.5,-48.5,9,rotas+museum", { view: { lat: -27.5, lng: -48.5, zoom: 9 }, layers: ["rotas", "museum"] }],
    ["#-27.5,-48.5,9,-", { view: { lat: -27.5, lng: -48.5, zoom: 9 }, layers: [] }],
    ["#-27.5,-48.5,9", { view: { lat: -27.5, lng: -48.5, zoom: 9 }, layers: null }],
    ["#-27.5,-48.5,9,castles", { view: { lat: -27.5, lng: -48.5, zoom: 9 }, layers: null }],
    ["#fotos", { view: null, layers: ["fotos"] }],
    ["#conteudo", { view: null, layers: null }],
    ["#999,0,9,fotos", { view: null, layers: null }],
    ["#,,,fotos", { view: null, layers: null }],
    ["#NaN,NaN,NaN", { view: null, layers: null }],
    ["#%E0%A4%A", { view: null, layers: null }],
  ])("%s", (hash, address) => {
    expect(readAtlasHash(hash, LAYERS)).toEqual(address);
  });
});

describe("writeAtlasHash", () => {
  it.each([[["rotas", "fotos"]], [[]]])("writes a hash that is read back with layers %o", (layers) => {
    const view = { lat: -27.5954, lng: -48.548, zoom: 8.4 };
    expect(readAtlasHash(writeAtlasHash(view, layers), LAYERS)).toEqual({ view, layers });
  });
});
