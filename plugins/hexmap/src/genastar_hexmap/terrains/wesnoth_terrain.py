"""Terrain codes and movement types of Battle for Wesnoth, as data.

Source: version 1.16.9 of the game, ``data/core/terrain.cfg`` (``aliasof``, ``mvt_alias``) and ``data/core/units.cfg``
(``movement_costs``). Movement types whose costs the game composes from macros are left out.
"""

from __future__ import annotations

from typing import Final

_NAMES: Final = (  # noqa: SIM905  # one row of a table
    "flat village castle forest hills mountains sand swamp_water shallow_water reef deep_water cave fungus frozen unwalkable"
).split()

_ROWS: Final = {
    "smallfoot": "1 1 1 2 2 3 2 3 3 2 - 2 2 3 -",
    "orcishfoot": "1 1 1 2 1 2 2 3 3 2 - 2 3 2 -",
    "largefoot": "1 1 1 2 1 2 2 2 2 2 - 1 2 2 -",
    "armoredfoot": "1 1 1 2 3 - 2 4 4 3 - 2 2 4 -",
    "elusivefoot": "1 1 1 2 2 3 2 2 2 2 - 2 2 2 -",
    "mounted": "1 1 1 3 2 - 2 4 4 3 - 4 4 2 -",
    "woodland": "1 1 1 1 2 3 2 2 3 2 - 3 2 2 -",
    "woodlandfloat": "1 1 1 1 1 2 1 1 1 1 2 2 2 1 -",
    "treefolk": "1 1 1 1 2 3 2 2 2 2 - 3 2 2 -",
    "deepsea": "4 2 1 5 5 - 4 2 2 2 1 3 3 2 -",
    "swimmer": "2 1 1 5 5 - 2 1 1 2 1 3 3 2 -",
    "naga": "2 1 2 3 3 5 1 1 1 2 1 2 2 2 -",
    "float": "- - - - - - - 2 1 2 1 - - - -",
    "gruefoot": "1 1 1 2 2 3 2 2 3 2 - 2 2 2 -",
    "undeadfoot": "1 1 1 2 2 3 2 2 2 2 3 2 2 2 -",
    "undeadspirit": "1 1 1 1 1 1 1 1 2 2 2 1 1 1 1",
    "spirit": "1 1 1 1 1 1 1 1 3 3 4 1 1 1 1",
    "lizard": "1 1 1 2 1 2 1 1 3 2 - 1 1 4 -",
    "scuttlefoot": "1 1 1 2 3 4 2 2 3 2 - 2 2 2 -",
    "rodentfoot": "1 1 1 1 2 3 2 2 3 2 - 1 2 2 -",
    "drakefoot": "1 1 1 2 1 1 1 3 3 2 - 2 2 3 -",
    "dunefoot": "1 1 1 2 2 2 1 2 3 2 - 2 2 3 -",
    "duneelusivefoot": "1 1 1 2 2 2 1 2 3 2 - 2 2 3 -",
    "dunearmoredfoot": "1 1 1 2 2 3 1 3 3 2 - 2 2 3 -",
    "dunehorse": "1 1 1 3 2 3 1 4 4 3 - 3 3 2 -",
    "dunearmoredhorse": "1 1 1 3 2 4 1 4 4 3 - 3 3 2 -",
}

MOVEMENT: Final[dict[str, dict[str, int]]] = {
    name: {terrain: int(cost) for terrain, cost in zip(_NAMES, row.split(), strict=True) if cost != "-"}
    for name, row in _ROWS.items()
}
"""The cost of entering a hex, by movement type and terrain. A missing terrain is impassable."""

_MIXTURES: Final = {
    "flat": "Gg Gs Gd Gll Rb Re Rd Rr Rrc Rp Rra Irs Ias Icr Icn Urc Iwr Ior Urb Ur",
    "frozen": "Ai Aa",
    "sand": "Dd Ds Dd^Dc",
    "deep_water": "Wog Wo Wot",
    "shallow_water": "Wwg Ww Wwt",
    "flat shallow_water": "Wwf",
    "reef": "Wwrg Wwr Wwrt",
    "swamp_water": "Ss Sm",
    "hills": "Hh Hhd",
    "worst sand hills": "Hd",
    "worst frozen hills": "Ha",
    "mountains": "Mm Md Mdd",
    "worst frozen mountains": "Ms",
    "worst mountains impassable": "Mm^Xm Md^Xm Ms^Xm Mdd^Xm",
    "cave": "Uu Uue",
    "worst cave hills": "Uh Uhe",
    "fungus": "^Uf ^Ufi Tb",
    "castle": (
        "Ce Cer Co Ch Cv Cvr Cva Cud Cf Cfr Cfa Chr Cd Cdr Cte Ke Ker Ket Ko Kh Kv Kvr Kva Kud Kf Kfr Kfa Khr Kd Kdr Kte"
    ),
    "castle frozen": "Cea Coa Cha Kea Koa Kha",
    "castle shallow_water": "Chw Khw",
    "castle swamp_water": "Chs Khs",
    "castle reef": "Cme Cm Kme Km",
    "unwalkable": "^Eqf Qxu Qxe Qxua Ql Qlf Mv ^Qov",
    "impassable": (
        "Xu Xuc Xue Xuce Xos Xol Xom Xoi Xoc Xoa Xot Xof Xv ^Xo ^Pr\\ ^Pr/ ^Pr| ^Pw\\ ^Pw/ ^Pw| _off^_usr ^_fme _s ^_s _f"
    ),
    "base": (
        "^Do ^Efm ^Gvs ^Es ^Esa ^Em ^Emf ^Edp ^Edpp ^Wm ^Ecf ^Efs ^Eb ^Ebn ^Eff ^Esd ^Ewl ^Ewf ^Edt ^Edb ^Ii "
        "^Pr\\o ^Pr/o ^Pr|o ^Pw\\o ^Pw/o ^Pw|o ^Vm ^Vov ^Cov ^Kov"
    ),
    "base village": (
        "^Vda ^Vdr ^Vdt ^Vct ^Vo ^Voa ^Vea ^Ve ^Vh ^Vha ^Vhr ^Vhc ^Vwm ^Vhca ^Vhcr ^Vhh ^Vhha ^Vhhr ^Vht ^Vd ^Vu ^Vud ^Vc ^Vca "
        "^Vl ^Vla ^Vaa ^Vhs"
    ),
    "base flat": ("^Bw| ^Bw/ ^Bw\\ ^Bw|r ^Bw/r ^Bw\\r ^Bsb| ^Bsb\\ ^Bsb/ ^Bh\\ ^Bh/ ^Bh| ^Bcx\\ ^Bcx/ ^Bcx| ^Bp\\ ^Bp/ ^Bp|"),
    "flat rails": "^Br| ^Br/ ^Br\\",
    "cave base": "^Bs| ^Bs/ ^Bs\\",
    "worst base hills": "^Dr",
    "worst base forest": "^Fet ^Feta ^Fetd ^Feth ^Ft ^Ftr ^Ftd ^Ftp ^Fts ^Fp ^Fds ^Fdf ^Fdw ^Fms ^Fmf ^Fmw",
    "worst base frozen forest": "^Fpa ^Fda ^Fma",
    "worst base fungus": "^Tf ^Tfi",
}

CODES: Final[dict[str, str]] = {code: mixture for mixture, codes in _MIXTURES.items() for code in codes.split()}
"""The mixture for each code; overlays begin with ``^``."""
