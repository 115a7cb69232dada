// Completes a live canvas, beside it in a box of the class blocky-live: a line that says whether the
// canvas has the keys, the keys and the wheel only while the canvas is in use, a text for screen
// readers, and the picture again where it was lost.

const MARGIN = 4; // pixels around the canvas
const SMALLEST = 240; // pixels that the figure of a game and its pages have in any window
const SPARE = 12; // pixels of the window that a game leaves free
const PATIENCE = 500; // milliseconds until a canvas that shows nothing asks for its picture

function isBlank(canvas) {
  const { width, height } = canvas;
  if (!width || !height) return true;
  return !canvas.getContext("2d").getImageData(0, 0, width, height).data.some(Boolean);
}

function named(key) {
  return key.length > 1 ? key.replace("Arrow", "").toLowerCase() : key; // as matplotlib names keys
}

// A letter, a digit, a sign or a space, without Ctrl, Alt or Meta. AltGr types some of the signs.
function isTyped(event) {
  return event.key.length === 1 && !event.metaKey
    && (event.getModifierState("AltGraph") || !(event.ctrlKey || event.altKey));
}

function isPlain(event) {
  const isShifted = event.shiftKey && (event.key.length > 1 || event.key === " ");
  return !(event.ctrlKey || event.altKey || event.metaKey || isShifted);
}

// The notebook would select cells with such a key, and the next letter could delete them all.
function selectsCells(event) {
  return event.shiftKey && /^(Arrow|Home|End|Page)/.test(event.key);
}

function isTextField(node) {
  return node.isContentEditable
    || node.matches("textarea, input:not([type=checkbox], [type=radio], [type=range])");
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text; // every change is observed
}

function attach(box, line, keys, model) {
  const send = (message) => {
    try {
      model.send(message);
    } catch {
      // The kernel has ended: nothing draws any more.
    }
  };
  // ipympl takes every key that reaches its own part of the page, so the box around that part has
  // the focus instead.
  const canvas = () => box.querySelector(".jupyter-matplotlib-canvas-div")?.parentElement;
  const isCanvas = (node) => Boolean(node && canvas()?.contains(node));
  const listen = () => canvas()?.focus({ preventScroll: true });
  const panel = box.closest(".blocky-panel") ?? box;
  const ending = new AbortController();
  const on = (target, name, answer, options = {}) =>
    target.addEventListener(name, answer, { ...options, signal: ending.signal });

  // -- keys: from a click, or Tab, until another place is clicked ---------------------------------
  const show = () => {
    const listens = isCanvas(document.activeElement);
    box.classList.toggle("blocky-listens", listens);
    setText(line, model.get(listens ? "listening" : "idle"));
  };
  on(box, "focusin", show);
  on(box, "focusout", () => requestAnimationFrame(show));
  on(line, "click", listen);
  on(box, "pointerdown", (event) => {
    if (isCanvas(event.target)) listen();
  });

  const isMeant = (event) => {
    const { key, target } = event;
    const isHeard = model.get("keys_in_use").includes(named(key));
    if (!isHeard || !(isTyped(event) || isPlain(event))) return false;
    if (isCanvas(target)) return true;
    const presses = key === "Enter" || key === " ";
    if (target.closest("button")) return !presses;
    // Arrows move a slider, and letters choose from a list.
    return isTyped(event) && !presses && target.matches("input, [role=slider]");
  };
  // The window hears a key before the notebook does: Notebook 7 listens to the document.
  on(window, "keydown", (event) => {
    if (!panel.contains(event.target) || isTextField(event.target) || event.isComposing) return;
    if (isMeant(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      listen();
      if (!event.repeat) send({ kind: "key", key: named(event.key) });
    } else if (isTyped(event) || selectsCells(event)) {
      // The page's own commands would insert, cut or delete cells. What the browser does with it stays.
      event.stopImmediatePropagation();
    }
  }, { capture: true });
  const lost = new MutationObserver((changes) => {
    // A button that is disabled when it was pressed would lose the keys.
    if (changes.some(({ target }) => target.disabled && target === document.activeElement)) {
      listen();
    }
  });
  lost.observe(panel, { subtree: true, attributeFilter: ["disabled"] });

  let rest = "";
  on(window, "mousemove", (event) => {
    // The page moved under a resting pointer: somebody who plays by keys has chosen nothing else.
    const place = `${event.screenX} ${event.screenY}`;
    if (place === rest && isCanvas(event.target)) event.stopPropagation();
    rest = place;
  }, { capture: true });

  // -- wheel: from a click until the pointer leaves ------------------------------------------------
  let inUse = false;
  on(box, "pointerdown", (event) => {
    inUse = isCanvas(event.target) || event.target === line;
  });
  on(box, "pointerout", ({ relatedTarget }) => {
    if (!isCanvas(relatedTarget) && relatedTarget !== line) inUse = false;
  });
  on(box, "wheel", (event) => {
    const taken = inUse && model.get("wheel") && !event.ctrlKey && isCanvas(document.activeElement);
    if (taken) event.preventDefault(); // the page does not scroll
    else event.stopPropagation(); // the canvas does not hear it, and the page scrolls
  }, { capture: true, passive: false });

  // -- what is read out: the picture, and once the keys --------------------------------------------
  const describe = () => {
    setText(keys, model.get("keys_text"));
    canvas()?.firstElementChild.removeAttribute("tabindex");
    const traits = { tabindex: "0", role: "application", "aria-label": model.get("label"),
      "aria-describedby": keys.id };
    Object.entries(traits).forEach(([name, value]) => canvas()?.setAttribute(name, value));
    show();
  };
  const texts = ["label", "keys_text", "idle", "listening"].map((name) => `change:${name}`);
  texts.forEach((name) => model.on(name, describe));

  // -- names and states that ipywidgets tells only those who see ------------------------------------
  const set = (node, name, value) => {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  };
  let naming = null;
  const name = () => {
    naming = null;
    panel.querySelectorAll(".noUi-handle").forEach((handle) => {
      const label = handle.closest(".jupyter-widgets")?.querySelector(".widget-label");
      if (label?.textContent) set(handle, "aria-label", label.textContent);
    });
    panel.querySelectorAll("select[title]").forEach((list) => {
      if (!list.labels?.[0]?.textContent) set(list, "aria-label", list.title);
    });
    panel.querySelectorAll(".widget-toggle-button, .widget-toggle-buttons button").forEach(
      (button) => set(button, "aria-pressed", String(button.classList.contains("mod-active"))));
  };
  const changed = new MutationObserver(() => {
    naming ??= requestAnimationFrame(name);
  });
  changed.observe(panel, { subtree: true, childList: true, attributeFilter: ["class"] });
  name();

  // -- the picture, where it was lost --------------------------------------------------------------
  let waiting = null, asked = 0;
  const look = () => {
    const shown = box.querySelector("canvas");
    waiting = null;
    if (!shown || isBlank(shown)) {
      if (shown) send({ kind: "blank" });
      waiting = setTimeout(look, PATIENCE * Math.min(2 ** asked++, 16));
    } else asked = 0;
  };
  const drawn = new MutationObserver(() => {
    describe();
    waiting ??= setTimeout(look, PATIENCE);
  });
  drawn.observe(box, { childList: true, subtree: true, attributeFilter: ["width", "height"] });
  waiting = setTimeout(look, PATIENCE);

  // -- the room for the figure, and the theme ------------------------------------------------------
  // In a game, the figure leaves room for what stands above it, so that all of it is seen at once.
  const fitted = () => {
    const table = box.closest(".blocky-table");
    const drawn = canvas()?.getBoundingClientRect();
    if (!table || !drawn) return null;
    const scroller = box.closest(".jp-WindowedPanel-outer, .jp-Notebook");
    const seen = Math.min(scroller?.clientHeight || Infinity, window.innerHeight) - SPARE;
    const top = table.getBoundingClientRect().top;
    const pages = table.querySelector(".blocky-pages").getBoundingClientRect().top;
    panel.style.setProperty("--blocky-pages", `${Math.max(seen - (pages - top), SMALLEST)}px`);
    const around = box.getBoundingClientRect();
    const line = around.height - drawn.height;
    return Math.max(seen - (around.top - top) - line, SMALLEST);
  };
  let measuring = null, last = {};
  const measure = () => {
    const width = box.clientWidth - 2 * MARGIN;
    const share = box.closest(".blocky-big") ? 0.92 : 0.75; // of the height of the window
    const height = Math.round(fitted() ?? share * window.innerHeight);
    const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
    const dark = jpThemeLight === "false" || Boolean(vscodeThemeKind?.includes("dark"));
    panel.classList.toggle("blocky-dark", dark);
    // A larger figure brings a scroll bar: the room it leaves when it disappears does not count.
    const isSame = width >= last.width && width < last.width + 24 && height === last.height;
    if (width < 80 || isSame) return;
    last = { width, height };
    send({ kind: "room", width, height });
  };
  const measureSoon = () => {
    clearTimeout(measuring);
    measuring = setTimeout(measure, 120);
  };
  const room = new ResizeObserver(measureSoon);
  const looks = new MutationObserver(measureSoon);
  room.observe(box);
  looks.observe(document.body, { attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  looks.observe(panel, { attributeFilter: ["class"] });
  on(window, "resize", measureSoon);
  describe();
  return () => {
    ending.abort();
    clearTimeout(waiting);
    clearTimeout(measuring);
    cancelAnimationFrame(naming);
    [drawn, room, looks, lost, changed].forEach((observer) => observer.disconnect());
    texts.forEach((name) => model.off(name, describe));
  };
}

export default {
  render({ model, el }) {
    const line = document.createElement("div");
    const keys = document.createElement("div");
    line.className = "blocky-line";
    line.setAttribute("aria-hidden", "true"); // screen readers get the description instead
    keys.className = "blocky-unseen";
    keys.id = `blocky-keys-${Math.random().toString(36).slice(2)}`;
    el.append(line, keys);
    let detach = () => {};
    let waiting = requestAnimationFrame(function find() {
      const box = el.closest(".blocky-live");
      if (box) detach = attach(box, line, keys, model);
      else waiting = requestAnimationFrame(find);
    });
    return () => {
      cancelAnimationFrame(waiting);
      detach();
    };
  },
};
