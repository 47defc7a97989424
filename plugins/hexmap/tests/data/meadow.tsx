<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="things" tilewidth="28" tileheight="32" tilecount="2" columns="2">
 <tile id="0"><properties><property name="cost" type="int" value="2"/></properties></tile>
</tileset>
