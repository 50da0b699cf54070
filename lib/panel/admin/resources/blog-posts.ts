import { defineResource } from "../resource";
import { BIOMES, POST_STATUSES } from "../../../platform/supabase/database-constants/guide";

export const blogPosts = defineResource({
  key: "blog_posts",
  table: "blog_posts",
  titleColumn: "title",
  columns: ["title", "category_key", "status", "publish_at", "author_name", "updated_at"],
  filters: ["status", "category_key", "state_abbr"],
  hasTrash: true,
  page: "/blog/{slug}",
  tags: ["blog", "redirects"],
  fields: [
    { name: "title", kind: "text", required: true, max: 200, translated: true },
    { name: "slug", kind: "slug", required: true },
    { name: "excerpt", kind: "longtext", max: 400, translated: true },
    { name: "body", kind: "markdown", translated: true },
    {
      name: "category_key",
      kind: "reference",
      required: true,
      reference: { table: "blog_categories", key: "key", title: "name" },
    },
    { name: "status", kind: "choice", options: POST_STATUSES, required: true },
    { name: "publish_at", kind: "datetime" },
    { name: "author_name", kind: "text", required: true, max: 120 },
    { name: "state_abbr", kind: "state" },
    { name: "tags", kind: "list", max: 60 },
    {
      name: "sources",
      kind: "items",
      items: [
        { name: "title", kind: "text", required: true, max: 300 },
        { name: "url", kind: "link", format: "web" },
      ],
    },
    { name: "reading_min", kind: "number", min: 1, max: 240 },
    { name: "biome", kind: "choice", options: BIOMES },
    { name: "cover_url", kind: "image" },
  ],
});
