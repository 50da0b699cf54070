import { mapLabels } from "../labels";

/** Texts of the full-page map. */
export function atlasLabels(t: (key: string) => string) {
  return {
    map: mapLabels(t),
    search: t("atlas.search"),
    hint: t("atlas.hint"),
    notFound: t("atlas.notFound"),
    layers: t("atlas.layers"),
    approximate: t("atlas.approximate"),
    all: t("atlas.all"),
    none: t("atlas.none"),
    asList: t("atlas.asList"),
    here: t("atlas.here"),
    suggest: t("atlas.suggest"),
    copy: t("atlas.copy"),
    copied: t("atlas.copied"),
    google: t("atlas.google"),
    failed: t("atlas.failed"),
    loading: t("loading"),
    retry: t("retry"),
  };
}

export type AtlasLabels = ReturnType<typeof atlasLabels>;
