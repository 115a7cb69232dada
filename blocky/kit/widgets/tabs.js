// A row of buttons, one of which is pressed: it says which page is shown.

export default {
  render({ model, el }) {
    const row = document.createElement("div");
    row.className = "blocky-tabs";
    row.setAttribute("role", "group");
    const show = () => {
      row.setAttribute("aria-label", model.get("label"));
      [...row.children].forEach((button, number) => {
        const chosen = number === model.get("chosen");
        button.classList.toggle("mod-active", chosen);
        button.setAttribute("aria-pressed", chosen);
      });
    };
    const build = () => {
      row.replaceChildren(...model.get("titles").map((title, number) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "lm-Widget jupyter-widgets jupyter-button widget-button";
        button.textContent = title;
        button.addEventListener("click", () => {
          model.set("chosen", number);
          model.save_changes();
        });
        return button;
      }));
      show();
    };
    model.on("change:titles", build);
    model.on("change:chosen", show);
    build();
    el.append(row);
    return () => {
      model.off("change:titles", build);
      model.off("change:chosen", show);
    };
  },
};
