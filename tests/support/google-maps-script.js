// Stands in for https://maps.googleapis.com/maps/api/js: defines the classes that our map uses, draws markers as buttons
// and lines as elements, and calls the callback of Google's loader. When REFUSAL is set it logs the reason and calls
// gm_authFailure when the first map is drawn, as Google does
// (https://developers.google.com/maps/documentation/javascript/error-messages).
/* global REFUSAL */
(() => {
  class MvcObject {
    listeners = {};
    options = {};
    addListener(name, listener) {
      (this.listeners[name] ??= new Set()).add(listener);
      return { remove: () => this.listeners[name]?.delete(listener) };
    }
    emit(name, ...values) {
      for (const listener of this.listeners[name] ?? []) listener(...values);
    }
    setOptions(options) {
      Object.assign(this.options, options);
    }
    set(name, value) {
      this.setOptions({ [name]: value });
    }
  }
  const BRAZIL = { west: -74, south: -33.8, east: -34.7, north: 5.3 };

  class MapDouble extends MvcObject {
    box;
    constructor(box, options) {
      super();
      this.box = box;
      this.setOptions(options);
      box.dataset.googleMap = String(options.colorScheme);
      setTimeout(() => {
        if (REFUSAL) return refuse(REFUSAL);
        for (const name of ["bounds_changed", "idle", "tilesloaded"]) this.emit(name);
      }, 0);
    }
    fitBounds(bounds) {
      this.box.dataset.bounds = JSON.stringify(bounds);
    }
    moveCamera() {}
    getCenter = () => ({ toJSON: () => ({ lat: -27, lng: -50 }) });
    getZoom = () => 7;
    getHeading = () => 0;
    getTilt = () => 0;
    getBounds = () => ({ toJSON: () => BRAZIL });
    getDiv = () => this.box;
  }

  class Overlay extends MvcObject {
    element;
    constructor(element, options = {}) {
      super();
      this.element = element;
      element.addEventListener("click", () => this.emit("click"));
      this.setOptions(options);
    }
    setOptions(options) {
      super.setOptions(options);
      if ("map" in options) this.setMap(options.map ?? null);
      if (options.title) this.element.title = options.title;
      if (options.label) this.element.textContent = options.label;
    }
    setMap(map) {
      if (map) map.box.append(this.element);
      else this.element.remove();
    }
    setDraggable() {}
    setPosition() {}
  }

  class Marker extends Overlay {
    constructor(options) {
      super(document.createElement("button"), options);
    }
  }

  class Polyline extends Overlay {
    constructor(options) {
      const line = document.createElement("i");
      line.dataset.line = "";
      super(line, options);
    }
    getPath = () => new MvcObject();
    setPath() {}
  }

  class InfoWindow extends MvcObject {
    header = document.createElement("h2");
    element = document.createElement("div");
    constructor(options) {
      super();
      this.element.setAttribute("role", "dialog");
      this.element.append(this.header);
      this.setOptions(options);
    }
    setOptions(options) {
      super.setOptions(options);
      this.element.setAttribute("aria-label", this.options.headerContent ?? "");
      this.header.textContent = this.options.headerContent ?? "";
    }
    setContent(content) {
      this.element.replaceChildren(...(content ? [this.header, content] : [this.header]));
    }
    open({ map }) {
      map.box.append(this.element);
    }
    close() {
      this.element.remove();
    }
  }
  const refuse = (reason) => {
    console.error(`Google Maps JavaScript API error: ${reason}`);
    window.gm_authFailure?.();
  };
  const { maps } = window.google;
  Object.assign(maps, {
    version: "3.62.9",
    Settings: { getInstance: () => ({}) },
    Map: MapDouble,
    Marker,
    Polyline,
    InfoWindow,
    places: {},
    event: {
      addListener: (target, name, listener) => target.addListener(name, listener),
      clearInstanceListeners: (target) => void (target.listeners = {}),
    },
    importLibrary: () => Promise.resolve(maps),
  });
  maps.__ib__?.();
})();
