/** Texts of the interactive maps, for `MapTexts`. */
export function mapLabels(t: (key: string) => string) {
  return {
    open: t("open"),
    loading: t("loading"),
    failed: t("failed"),
    retry: t("retry"),
    close: t("close"),
    region: t("region"),
    approximate: t("approximate"),
    openRoute: t("openRoute"),
    closePopup: t("closePopup"),
    myPosition: t("myPosition"),
    youAreHere: t("youAreHere"),
    zoomIn: t("zoomIn"),
    zoomOut: t("zoomOut"),
    fullscreen: t("fullscreen"),
    exitFullscreen: t("exitFullscreen"),
    credits: t("credits"),
    zoomWithKey: t("zoomWithKey"),
    moveWithFingers: t("moveWithFingers"),
    markCentre: t("markCentre"),
    markKeys: t("markKeys"),
  };
}

export type MapLabels = ReturnType<typeof mapLabels>;
