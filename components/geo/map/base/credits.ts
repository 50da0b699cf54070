/** Sources of the base map, with the link that the licence of OpenStreetMap asks for; the same in every language. */
export const CREDITS = [
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>',
  '<a href="https://openmaptiles.org/" target="_blank" rel="noopener">© OpenMapTiles</a>',
  "DNIT",
  "IBGE",
  "Natural Earth",
].join(" · ");
