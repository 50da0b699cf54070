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
    open: t("open"),
    area: t("atlas.area"),
    areaEmpty: t("atlas.areaEmpty"),
    detail: t("atlas.detail"),
    layerFailed: t("atlas.layerFailed"),
    road: {
      motorway: t("atlas.road.motorway"),
      trunk: t("atlas.road.trunk"),
      primary: t("atlas.road.primary"),
      secondary: t("atlas.road.secondary"),
      tertiary: t("atlas.road.tertiary"),
    },
    copy: t("atlas.copy"),
    copied: t("atlas.copied"),
    google: t("atlas.google"),
    failed: t("atlas.failed"),
    loading: t("loading"),
    retry: t("retry"),
  };
}

export type AtlasLabels = ReturnType<typeof atlasLabels>;
