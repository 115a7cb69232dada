// Stands beside a live canvas, in a box of the class blocky-live, and gives the canvas what it does
// not do by itself: the keys while the pointer is on it, a way out with Tab, and a text for readers
// who do not see it.

function attach(box, model) {
  const canvas = () => box.querySelector(".jupyter-matplotlib-canvas-div");
  let before = null;

  const enter = (event) => {
    const target = canvas();
    const moved = event.movementX || event.movementY; // not the page scrolling under the pointer
    if (target && moved && !target.contains(document.activeElement)) {
      before = document.activeElement;
      target.focus({ preventScroll: true });
    }
  };
  const leave = () => {
    const target = canvas();
    if (target && target.contains(document.activeElement)) {
      target.blur();
      if (before && before.isConnected) before.focus({ preventScroll: true });
    }
    before = null;
  };
  const key = (event) => {
    if (event.key === "Tab") event.stopPropagation(); // the canvas would keep it
  };
  const describe = () => {
    const target = canvas();
    if (target) {
      target.setAttribute("role", "application");
      target.setAttribute("aria-label", model.get("label"));
    }
  };

  box.addEventListener("pointermove", enter);
  box.addEventListener("pointerleave", leave);
  box.addEventListener("keydown", key, true);
  model.on("change:label", describe);
  const drawn = new MutationObserver(describe);
  drawn.observe(box, { childList: true, subtree: true });
  describe();
  return () => {
    box.removeEventListener("pointermove", enter);
    box.removeEventListener("pointerleave", leave);
    box.removeEventListener("keydown", key, true);
    model.off("change:label", describe);
    drawn.disconnect();
  };
}

export default {
  render({ model, el }) {
    let detach = () => {};
    let waiting = requestAnimationFrame(function find() {
      const box = el.closest(".blocky-live");
      if (box) detach = attach(box, model);
      else waiting = requestAnimationFrame(find);
    });
    return () => {
      cancelAnimationFrame(waiting);
      detach();
    };
  },
};
